// Checks that all text controls have one style.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = at("../../");
const styles = readdirSync(folder, { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".css"))
	.map((file) => [file, readFileSync(folder + file, "utf8")] as const);
const base = styles.find(([file]) => file.endsWith("base.css"))?.[1] ?? "";

/** Returns the selectors of each rule in `base.css` that sets `property`. */
function selectorsWith(property: string): string[][] {
	return [...base.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = "", rule = ""]) => {
		const properties = [...rule.matchAll(/^\s*([a-z-]+):/gm)].map(([, name]) => name);
		return properties.includes(property) ? [selector.trim().split(/,\s*/)] : [];
	});
}

test.each(["border", "border-radius", "background", "min-block-size"])(
	"%s of all text controls is in one rule",
	(name) => {
		expect(selectorsWith(name)).toContainEqual(["input", "textarea", "select"]);
	},
);

test("only base.css sets the border and background of a textarea", () => {
	const repeated = styles.flatMap(([file, css]) =>
		[...css.matchAll(/[^{}]*\btextarea\s*\{([^{}]*)\}/g)].flatMap(([, rule = ""]) =>
			!file.endsWith("base.css") && /\b(border|border-radius|background):/.test(rule) ? [file] : [],
		),
	);
	expect(styles.length).toBeGreaterThan(50);
	expect(repeated).toEqual([]);
});
