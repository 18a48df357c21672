// Checks conventions of the documentation in `content/pages`.
import { expect, test } from "vitest";

const pages = Object.entries(
	import.meta.glob<string>("../../../content/pages/{zh,en}/**/*.md", { query: "?raw", import: "default", eager: true }),
).map(([file, text]) => ({ file: file.replace(/^.*content\/pages\//, ""), text }));

/** Returns the headings of level 2 to 6 outside code blocks. */
function headings(markdown: string): string[] {
	const found: string[] = [];
	let fence: string | undefined;
	for (const line of markdown.split("\n")) {
		const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
		if (fence === undefined && mark === undefined && /^#{2,6} /.test(line)) found.push(line);
		if (mark === undefined) continue;
		if (fence === undefined) fence = mark;
		else if (line.trim() === fence) fence = undefined;
	}
	return found;
}

const idsOf = (markdown: string) => headings(markdown).map((line) => /\{#([a-z0-9-]+)\}$/.exec(line)?.[1] ?? line);

// The front page is excluded, because the headings of its features are links to pages and need no ids.
const documentation = pages.filter(({ file }) => !/^(zh|en)\/_landing\//.test(file));

test("each heading of the documentation has an id", () => {
	const withoutId = documentation.flatMap(({ file, text }) =>
		headings(text)
			.filter((line) => !/ \{#[a-z0-9-]+\}$/.test(line))
			.map((line) => `${file}: ${line}`),
	);
	expect(documentation.length).toBeGreaterThan(60);
	expect(withoutId).toEqual([]);
});

test.each(["reference/mcp.md"])("headings of %s have the same ids in both languages", (name) => {
	const [zh, en] = ["zh", "en"].map((language) => pages.find(({ file }) => file === `${language}/${name}`)?.text ?? "");
	expect(idsOf(zh ?? "")).toEqual(["connect", "tools", "limits", "without-mcp"]);
	expect(idsOf(en ?? "")).toEqual(idsOf(zh ?? ""));
});

// In the search results, an example with the question would precede the page that contains the answer.
test.each(["guide/assistant.md", "guide/search.md"])("examples in %s do not ask how to restore a backup", (name) => {
	for (const language of ["zh", "en"]) {
		const { text } = pages.find(({ file }) => file === `${language}/${name}`) ?? { text: "" };
		expect(text).toMatch(/"question": ?"/);
		expect(text).not.toMatch(/恢复备份|restore a backup/i);
	}
});
