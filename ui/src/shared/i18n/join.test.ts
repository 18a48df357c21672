import { expect, test } from "vitest";
import { joinSentences, withTrailingSpace } from "@/shared/i18n/join";

test("sentences are separated by a space in English only", () => {
	expect(joinSentences("zh-CN", ["没有填写。", "例如：a"])).toBe("没有填写。例如：a");
	expect(joinSentences("en-US", ["Nothing is said.", "Such as a"])).toBe("Nothing is said. Such as a");
	expect(joinSentences("en-US", [])).toBe("");
});

test.each([
	["会有标注。", "会有标注。"],
	["统计时间：", "统计时间："],
	["无人（空）", "无人（空）"],
	["版本", "版本 "],
	["As of", "As of "],
	["Is it labeled?", "Is it labeled? "],
])("text %j becomes %j before a link", (text, expected) => expect(withTrailingSpace(text)).toBe(expected));

const sources = Object.entries(
	import.meta.glob<string>("../../**/*.tsx", { query: "?raw", import: "default", eager: true }),
).filter(([file]) => !file.endsWith(".test.tsx"));
const messages = Object.values(
	import.meta.glob<Record<string, string>>("../../../../content/messages/zh/*.json", {
		import: "default",
		eager: true,
	}),
);

// A space before a button, which has a border, or before an icon is correct in both languages.
const followed = /\w+\(locale, ([^\n<]*?)\)\}(?: |\{" "\}\s*)(?!<button|<Icon|<\/)[<{]/g;

test("components have no space after full-width punctuation", () => {
	const ends = new Set(
		messages.flatMap((all) => Object.keys(all).filter((key) => withTrailingSpace(all[key] ?? "") === all[key])),
	);
	const spaced = sources.flatMap(([file, source]) =>
		[...source.matchAll(followed)].flatMap(([code, keys = ""]) => {
			const names = [...keys.matchAll(/"([\w.-]+)"/g)].map(([, name]) => name ?? "");
			return names.some((name) => ends.has(name)) ? [`${file}: ${code}`] : [];
		}),
	);
	expect(sources.length).toBeGreaterThan(100);
	expect(ends.size).toBeGreaterThan(100);
	expect(spaced).toEqual([]);
});
