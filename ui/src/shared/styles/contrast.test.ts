// Checks that every color of code has a contrast of at least 4.5:1 in both themes, including on the background of a
// highlighted line.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8");
const tokens = read("./tokens.css");
const code = read("./code.css");

/** Returns the values of a token such as `--ink: #1b1a18;` for each theme, the light one first, as in the file. */
function colours(name: string): string[] {
	return [...tokens.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, "g"))].map(([, hex]) => hex ?? "");
}

function channels(hex: string): number[] {
	return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Returns the relative luminance as defined in WCAG 2.2. */
function luminance(rgb: number[]): number {
	const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
		const part = channel / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: number[], b: number[]): number {
	const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
	return (high + 0.05) / (low + 0.05);
}

const textColors = [
	...new Set([...code.matchAll(/[^-]color: var\(--([a-z-]+)\)/g)].map(([, name]) => name ?? "")),
].filter((name) => name !== "tone");
const tones = [...new Set([...code.matchAll(/--tone: var\(--([a-z]+)\)/g)].map(([, name]) => name ?? ""))];
const share = Number(/var\(--tone\) (\d+)%/.exec(code)?.[1]) / 100;

test("colors of code are found in the style sheet", () => {
	expect([textColors.length, tones.length, share]).toEqual([6, 4, 0.08]);
});

test.each(["light", "dark"])("code has sufficient contrast in the %s theme", (theme) => {
	const at = theme === "light" ? 0 : 1;
	const of = (name: string) => channels(colours(name)[at] ?? "");
	const plain = of("paper-raised");
	const marked = tones.map((tone) => of(tone).map((channel, i) => channel * share + (plain[i] ?? 0) * (1 - share)));
	for (const textColor of textColors) {
		for (const background of [plain, ...marked]) {
			expect(contrast(of(textColor), background), `${textColor} on ${background}`).toBeGreaterThanOrEqual(4.5);
		}
	}
});
