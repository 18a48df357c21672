// Conversion of clipboard HTML to Markdown: headings, lists, tables, links, emphasis, code. Styles are dropped.
// Supports the HTML of word processors, spreadsheets, and browsers.
import { escapeMarkdown, target } from "@/admin/media/markdown";
import { insertBlocks, type Rule, replaceSelection, type Selected, takesMarkdown } from "@/admin/pages/editor/insert";
import { trusted } from "@/shared/trustedTypes";

export interface PastedMarkdown {
	markdown: string;
	/** Whether the Markdown is a part of a paragraph and not a block. */
	isInline: boolean;
}

interface InlineFormatting {
	bold: boolean;
	italic: boolean;
	strike: boolean;
	code: boolean;
	href: string;
}

/** A piece of a paragraph with its inline formatting. */
interface Run extends InlineFormatting {
	/** Markdown; for code, the code itself. */
	text: string;
}

interface Block {
	isParagraph: boolean;
	markdown: string;
}

const unmarked: InlineFormatting = { bold: false, italic: false, strike: false, code: false, href: "" };

/**
 * Returns the edit that pastes formatted text as Markdown; undefined if there is no formatted text, or if Markdown
 * cannot be inserted at the selection.
 */
export function pastedRule(data: DataTransfer | null, at: Selected): Rule | undefined {
	const pasted = takesMarkdown(at) ? pastedMarkdown(data) : undefined;
	if (!pasted) return undefined;
	return pasted.isInline ? replaceSelection(pasted.markdown) : insertBlocks(pasted.markdown);
}

/** Converts clipboard HTML to Markdown; undefined if there is none, or if it is code or has no formatting. */
function pastedMarkdown(data: DataTransfer | null): PastedMarkdown | undefined {
	// VS Code adds its own type to copied text. That text is code and not formatted text.
	if (!data?.types.includes("text/html") || data.types.includes("vscode-editor-data")) return undefined;
	return markdownOfHtml(data.getData("text/html"));
}

export function markdownOfHtml(html: string): PastedMarkdown | undefined {
	// The document of `DOMParser` is inert: it loads and runs nothing.
	const { body } = new DOMParser().parseFromString(trusted(withoutInlineCode(html)), "text/html");
	if (isCode(body)) return undefined;
	const blocks = blocksOf(body);
	const isStructured =
		blocks.some(({ isParagraph }) => !isParagraph) || (blocks.length > 1 && body.querySelectorAll("p").length > 1);
	if (!isStructured && !runsOf(body, unmarked).some((run) => isMarked(run) && run.text.trim() !== "")) return undefined;
	return { markdown: joined(blocks), isInline: !isStructured && blocks.length === 1 };
}

const tags = /<[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;
const attributes = /("[^"]*"|'[^']*')|(\s)(style|on[a-z]+)(?=\s*=)/gi;

/**
 * Removes style sheets, and renames `style` attributes and event handlers, because `DOMParser` reports each of them as
 * a violation of the content security policy.
 */
function withoutInlineCode(html: string): string {
	const rename = (_: string, quoted: string | undefined, space: string, name: string) =>
		quoted ?? `${space}data-${name.toLowerCase()}`;
	return html
		.replace(/<style\b[^>]*>[\s\S]*?<\/style\s*>/gi, "")
		.replace(tags, (tag) => tag.replace(attributes, rename));
}

function joined(blocks: Block[]): string {
	return blocks.map(({ markdown }) => markdown).join("\n\n");
}

/** Whether the HTML is code: editors and terminals copy code as one element with a fixed-width font. */
function isCode(body: HTMLElement): boolean {
	const [first, ...others] = [...body.children].filter((child) => !skipped.has(child.tagName));
	if (!first || others.length > 0) return false;
	return first.tagName === "PRE" || /white-space:\s*pre|monospace|Consolas|Menlo|Monaco|Courier/i.test(styleOf(first));
}

const skipped = new Set("BUTTON HEAD LINK META NOSCRIPT SCRIPT STYLE TEMPLATE TITLE".split(" "));
const blockNames = new Set(
	"ADDRESS ARTICLE ASIDE BLOCKQUOTE CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE UL".split(
		" ",
	),
);

function styleOf(element: Element): string {
	return element.getAttribute("data-style") ?? "";
}

function isBlock(element: Element): boolean {
	return blockNames.has(element.tagName) || [...element.children].some(isBlock);
}

function blocksOf(parent: Element): Block[] {
	const blocks: Block[] = [];
	let runs: Run[] = [];
	let items: Element[] = [];
	const end = () => {
		const markdown = paragraphOf(runs);
		if (markdown !== "") blocks.push({ isParagraph: true, markdown });
		if (items.length > 0) blocks.push({ isParagraph: false, markdown: wordList(items) });
		runs = [];
		items = [];
	};
	for (const node of parent.childNodes) {
		if (!(node instanceof Element)) {
			const text = textRuns(node, unmarked);
			if (items.length === 0 || text.some((run) => run.text.trim() !== "")) runs.push(...text);
		} else if (wordLevel(node) > 0) {
			if (runs.length > 0) end();
			items.push(node);
		} else if (!isBlock(node)) {
			if (items.length > 0) end();
			runs.push(...runsOf(node, unmarked));
		} else {
			end();
			blocks.push(...blockOf(node));
		}
	}
	end();
	return blocks;
}

function blockOf(element: Element): Block[] {
	const other = (markdown: string): Block[] => (markdown.trim() === "" ? [] : [{ isParagraph: false, markdown }]);
	const name = element.tagName;
	const heading = /^H([1-6])$/.exec(name)?.[1] ?? (/\bMsoTitle\b/.test(element.className) ? "1" : undefined);
	if (heading) {
		const words = paragraphOf(runsOf(element, unmarked).map((run) => ({ ...run, bold: false }))).replaceAll("\n", " ");
		return words === "" ? [] : other(`${"#".repeat(Number(heading))} ${words}`);
	}
	if (skipped.has(name)) return [];
	if (name === "HR") return other("---");
	if (name === "UL" || name === "OL") return other(listOf(element));
	if (name === "TABLE")
		return isLayout(element) ? [...element.querySelectorAll("td, th")].flatMap(blocksOf) : other(tableOf(element));
	if (name === "BLOCKQUOTE")
		return other(
			joined(blocksOf(element))
				.replace(/^(?=.)/gm, "> ")
				.replace(/^$/gm, ">"),
		);
	if (name === "PRE") {
		const code = (element.textContent ?? "").replace(/\n$/, "");
		const language = /\blang(?:uage)?-([\w+#-]+)/.exec(
			`${element.className} ${element.firstElementChild?.className}`,
		)?.[1];
		return other(fenced(code, language ?? ""));
	}
	return blocksOf(element);
}

/** Returns a code block whose fence is longer than any run of backticks in the code. */
function fenced(code: string, language: string): string {
	const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}${language}\n${code}\n${fence}`;
}

// --- lists --------------------------------------------------------------------------------------

function listOf(list: Element): string {
	const first = Number(list.getAttribute("start") ?? "1");
	const lines: string[] = [];
	let number = Number.isFinite(first) ? first : 1;
	for (const item of list.children) {
		// Some word processors put a nested list after its list item instead of inside the item.
		if (item.tagName === "UL" || item.tagName === "OL") {
			lines.push(indented(listOf(item), "  "));
			continue;
		}
		const box = item.querySelector('input[type="checkbox"]');
		const done = box ? `[${box.hasAttribute("checked") ? "x" : " "}] ` : "";
		const marker = list.tagName === "OL" ? `${number}. ` : "- ";
		number += 1;
		lines.push(itemOf(marker, done, blocksOf(item)));
	}
	const isLoose = lines.some((line) => line.includes("\n\n"));
	return lines.join(isLoose ? "\n\n" : "\n");
}

function itemOf(marker: string, done: string, blocks: Block[]): string {
	const isTight = blocks.slice(1).every(({ markdown }) => /^(- |\d+\. )/.test(markdown));
	const inner = blocks.map(({ markdown }) => markdown).join(isTight ? "\n" : "\n\n");
	return marker + done + indented(inner, " ".repeat(marker.length)).trimStart();
}

function indented(text: string, by: string): string {
	return text.replace(/^(?=.)/gm, by);
}

/** Word writes list items as paragraphs whose style contains the level. Returns the level; 0 for other elements. */
function wordLevel(element: Element): number {
	return Number(/mso-list:\s*l\d+\s+level(\d)/i.exec(styleOf(element))?.[1] ?? "0");
}

function wordList(items: Element[]): string {
	const numbers: number[] = [];
	const widths: number[] = [];
	return items
		.map((item) => {
			const level = wordLevel(item);
			numbers.length = Math.min(numbers.length, level);
			widths.length = Math.min(widths.length, level - 1);
			const [mark] = [...item.querySelectorAll("span")].filter((span) => /mso-list:\s*Ignore/i.test(styleOf(span)));
			const sign = mark?.textContent?.trim() ?? "";
			const isOrdered = /^[(（]?[0-9a-zA-Z一二三四五六七八九十]{1,4}[.)、．）]$/.test(sign);
			numbers[level - 1] = (numbers[level - 1] ?? 0) + 1;
			const marker = isOrdered ? `${numbers[level - 1]}. ` : "- ";
			const by = " ".repeat(widths.reduce((sum, width) => sum + (width ?? 2), 0));
			widths[level - 1] = marker.length;
			mark?.remove();
			return by + marker + paragraphOf(runsOf(item, unmarked)).replaceAll("\n", " ");
		})
		.join("\n");
}

// --- tables -------------------------------------------------------------------------------------

/** Whether a table is used only for layout. */
function isLayout(table: Element): boolean {
	const cells = table.querySelectorAll("td, th");
	return cells.length < 2 || table.querySelector("table, h1, h2, h3, h4, h5, h6, pre, ul, ol, blockquote") !== null;
}

function tableOf(table: Element): string {
	const lines = [...table.querySelectorAll("tr")];
	const rows: string[][] = lines.map(() => []);
	lines.forEach((line, at) => {
		let column = 0;
		for (const cell of line.children) {
			if (cell.tagName !== "TD" && cell.tagName !== "TH") continue;
			while (rows[at]?.[column] !== undefined) column += 1;
			const [wide, high] = [spanOf(cell, "colspan"), spanOf(cell, "rowspan")];
			for (const row of rows.slice(at, at + high))
				for (let right = 0; right < wide; right += 1) row[column + right] = "";
			rows[at]?.splice(column, 1, cellOf(cell));
			column += wide;
		}
	});
	const filled = rows.filter((row) => row.some((cell) => cell !== undefined && cell !== ""));
	const columns = Math.max(0, ...filled.map((row) => row.reduce((max, cell, at) => (cell ? at + 1 : max), 0)));
	if (columns === 0) return "";
	const line = (row: string[]) => `| ${Array.from({ length: columns }, (_, at) => row[at] ?? "").join(" | ")} |`;
	const [head = [], ...others] = filled;
	return [line(head), `|${"---|".repeat(columns)}`, ...others.map(line)].join("\n");
}

/** Returns `colspan` or `rowspan`, at most 50; 1 if it is missing or invalid. */
function spanOf(cell: Element, name: "colspan" | "rowspan"): number {
	const span = Number(cell.getAttribute(name) ?? "1");
	return Number.isInteger(span) && span > 0 ? Math.min(span, 50) : 1;
}

function cellOf(cell: Element): string {
	const lines = blocksOf(cell).map(({ markdown }) => markdown.replace(/ *\\?\n+/g, "<br>"));
	return lines.join("<br>").replaceAll("|", "\\|").replaceAll("\\\\|", "\\|");
}

// --- inline content -----------------------------------------------------------------------------

const han = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** Collapses white space as browsers do, and removes line breaks between Chinese characters. */
function collapsed(text: string): string {
	const folded = text.replace(/(.?)[ \t]*\r?\n\s*(.?)/gsu, (_, before: string, after: string) =>
		han.test(before) && han.test(after) ? before + after : `${before} ${after}`,
	);
	return folded.replace(/[ \t\u00a0]+/g, " ");
}

function textRuns(node: Node, marks: InlineFormatting): Run[] {
	if (node.nodeType !== Node.TEXT_NODE) return [];
	const text = collapsed(node.textContent ?? "");
	return text === "" ? [] : [{ ...marks, text: marks.code ? text : escapeMarkdown(text) }];
}

function runsOf(element: Element, marks: InlineFormatting): Run[] {
	const name = element.tagName;
	if (skipped.has(name)) return [];
	if (name === "BR") return [{ ...unmarked, text: "\n" }];
	if (name === "IMG") return imageRuns(element, marks);
	const now = marksOf(element, marks);
	const runs = [...element.childNodes].flatMap((node) =>
		node instanceof Element ? runsOf(node, now) : textRuns(node, now),
	);
	if (name !== "SUB" && name !== "SUP") return runs;
	const tag = name.toLowerCase();
	return [{ ...now, text: `<${tag}>` }, ...runs, { ...now, text: `</${tag}>` }];
}

/** Converts an image with a web URL. Other images, such as local files of a word processor, become their alt text. */
function imageRuns(image: Element, marks: InlineFormatting): Run[] {
	const words = escapeMarkdown(image.getAttribute("alt") ?? "");
	const address = addressOf(image.getAttribute("src"));
	const text = address ? `![${words}](${target(address)})` : words;
	return text === "" ? [] : [{ ...marks, text }];
}

function marksOf(element: Element, marks: InlineFormatting): InlineFormatting {
	const style = styleOf(element);
	const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
	const slant = /font-style:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
	const name = element.tagName;
	const bold = weight ? /^(bold|bolder|[6-9]\d\d)$/.test(weight) : name === "B" || name === "STRONG" || marks.bold;
	const italic = slant ? slant === "italic" : name === "I" || name === "EM" || marks.italic;
	const strike = ["DEL", "S", "STRIKE"].includes(name) || /line-through/i.test(style) || marks.strike;
	const code = ["CODE", "KBD", "SAMP", "TT"].includes(name) || marks.code;
	const href = (name === "A" && addressOf(element.getAttribute("href"))) || marks.href;
	return { bold, italic, strike, code, href };
}

/** Returns the URL if it is absolute (https, http, mailto), or else an empty string. */
function addressOf(address: string | null): string {
	const written = (address ?? "").trim();
	return /^(https?:\/\/|mailto:)/i.test(written) ? written : "";
}

function isMarked({ bold, italic, strike, code, href }: InlineFormatting): boolean {
	return bold || italic || strike || code || href !== "";
}

/** Joins runs to Markdown: merges runs with equal formatting, and moves their outer spaces outside the markers. */
function paragraphOf(runs: Run[]): string {
	const written = grouped(runs, ["href", "bold", "italic", "strike", "code"]);
	const lines = written.split("\n").map((line) => escapeStart(line.replace(/ +/g, " ").trim()));
	return lines
		.join("\n")
		.replace(/^\n+|\n+$/g, "")
		.replace(/\n{2,}/g, "\n\n")
		.replace(/(?<!\n)\n(?!\n)/g, "\\\n");
}

function grouped(runs: Run[], marks: (keyof InlineFormatting)[]): string {
	const [mark, ...others] = marks;
	if (!mark) return runs.map(({ text }) => text).join("");
	let written = "";
	for (let at = 0; at < runs.length; ) {
		const value = runs[at]?.[mark];
		let end = at + 1;
		while (end < runs.length && runs[end]?.[mark] === value) end += 1;
		const inner = grouped(runs.slice(at, end), others);
		written += value ? wrapped(inner, mark, String(value)) : inner;
		at = end;
	}
	return written;
}

function wrapped(text: string, mark: keyof InlineFormatting, value: string): string {
	const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
	if (words === "") return text;
	const sign = { bold: "**", italic: "*", strike: "~~", code: "`", href: "" }[mark];
	if (mark === "href") return `${before}[${words}](${target(value)})${after}`;
	if (mark === "code" && words.includes("`")) return `${before}\`\` ${words} \`\`${after}`;
	return before + sign + words + sign + after;
}

/** Escapes characters that would begin a block, such as a heading or a list. */
function escapeStart(line: string): string {
	return line.replace(/^(#{1,6}(?= |$)|[-+>](?= |$)|:::|=+$|-+$)/, "\\$1").replace(/^(\d{1,9})([.)])(?= |$)/, "$1\\$2");
}
