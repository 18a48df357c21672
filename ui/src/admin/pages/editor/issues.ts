// Messages for lint issues of a text. The server sends a code and a detail; a detail that contains several values has a
// pattern, as in the CLI (`server/crates/cli/src/i18n/issues.rs`).
import en from "@messages/en/issues.json";
import zh from "@messages/zh/issues.json";
import type { LintIssue } from "@/shared/http/types";
import { filled, isSingular } from "@/shared/i18n";
import type { Locale } from "@/shared/i18n/locale";

const forms: [code: string, detail: string, key: string][] = [
	["anchor-missing", "{written}: no heading `{id}`", "heading"],
	["include-not-read", "{written}: included recursively", "circle"],
	["include-not-read", "{written}: too many or too large included texts", "large"],
	["include-not-read", "{written}: the file has no such part", "part"],
	["include-not-read", "{written}: outside the folder", "outside"],
	["include-not-read", "{written}: no such file", "file"],
	["page-unpaired", "no page in {locale} with the key `{key}`", "key"],
	["headings-differ", "nothing here, {there} in {place}", "fewer"],
	["headings-differ", "{here} here, nothing in {place}", "more"],
	["headings-differ", "{here} here, {there} in {place}", "both"],
	["translation-outdated", "{count} segments", "segments"],
	["front-matter-unknown", "unknown front matter key `{key}`; did you mean `{near}`?", "near"],
	["front-matter-unknown", "unknown front matter key `{key}`", "key"],
	["front-matter-invalid", "duplicate key", "twice"],
	["front-matter-invalid", "invalid key", "word"],
	["front-matter-invalid", "values are nested too deeply", "deep"],
	["front-matter-invalid", "too many values", "many"],
	["front-matter-invalid", "an alias without its anchor", "alias"],
	["front-matter-invalid", "an unquoted value contains a colon", "colon"],
	["front-matter-invalid", "a full-width colon", "wide"],
	["front-matter-invalid", "a colon without a space", "space"],
	["front-matter-invalid", "a quotation mark is not closed", "quotes"],
	["front-matter-invalid", "a bracket is not closed", "bracket"],
	["front-matter-invalid", "a value needs quotation marks", "quoted"],
	["front-matter-invalid", "text after a closing quotation mark", "after"],
	["front-matter-invalid", "a backslash in double quotation marks", "escape"],
	["front-matter-invalid", "text on the line of a block indicator", "beside"],
	["front-matter-invalid", "text below a block indicator is not indented", "below"],
	["front-matter-invalid", "invalid JSON", "json"],
	["front-matter-invalid", "unquoted text in TOML", "toml-text"],
	["front-matter-invalid", "a TOML key without a value", "toml-value"],
	["front-matter-invalid", "invalid TOML", "toml"],
	["front-matter-invalid", "tab used for indentation", "tab"],
	["front-matter-invalid", "a line without a key", "key"],
	["front-matter-invalid", "inconsistent indentation", "indented"],
	["front-matter-value", "`{key}` must be a number", "number"],
	["front-matter-value", "`{key}` must be true or false", "switch"],
	["front-matter-value", "`{key}` must be a non-empty text", "text"],
	["front-matter-value", "`{key}` must have keys and values", "map"],
	["front-matter-value", "`{key}` must be a list", "list"],
	["cjk-space", "put a space between `{before}` and `{after}` in `{around}`", "apart"],
	["cjk-space", "remove the space in `{around}`", "together"],
	["cjk-punctuation-space", "remove the space in `{around}`", "together"],
	["half-width-punctuation", "`{mark}` in `{around}`: write `{wanted}`", "write"],
	["full-width-alphanumeric", "`{wide}` is full-width: write `{plain}`", "write"],
	["full-width-punctuation", "`{mark}` in `{around}`", "mark"],
	["repeated-punctuation", "repeated punctuation `{mark}` in `{around}`: write it once, or `……`", "ellipsis"],
	["repeated-punctuation", "repeated punctuation `{mark}` in `{around}`: write it once", "once"],
	["mixed-quotes", "the rest of the page uses {most}: `{around}`", "most"],
	["straight-quotes", '`"` in `{around}`: write “” or 「」', "write"],
	["term-forbidden", "`{word}`: write `{wanted}`", "write"],
	["term-missing", "`{term}` must be translated as `{translation}`", "here"],
	["block-count", "a number from 1 to {most}", "number"],
	["download-invalid", "more than {most} files", "most"],
	["download-invalid", "a file without `file`", "file"],
	["download-invalid", "{file}: `size` must be a number of bytes", "size"],
	["download-invalid", "{file}: `sha256` must be 64 hexadecimal digits", "sha256"],
];

const words: Record<Locale, Record<string, string>> = { "en-US": en, "zh-CN": zh };

export interface MessagePart {
	words: string;
	isCode: boolean;
}

/** Message for an issue, in parts. Text in backticks is a code part. */
export function issueMessage(locale: Locale, { code, detail }: Pick<LintIssue, "code" | "detail">): MessagePart[] {
	const { template, holes: values } = sentence(locale, code, detail);
	const all = splitAtCode(template).flatMap(({ words, isCode }) =>
		isCode ? { words: filled(words, values), isCode } : textParts(words, values),
	);
	const pieces = all.filter(({ words }) => words !== "");
	const [first] = pieces;
	if (first && !first.isCode && locale === "en-US")
		first.words = first.words.charAt(0).toUpperCase() + first.words.slice(1);
	return pieces;
}

/** Message for an issue, without formatting. */
export function issueText(locale: Locale, issue: Pick<LintIssue, "code" | "detail">): string {
	return issueMessage(locale, issue)
		.map(({ words }) => words)
		.join("");
}

/** Fills placeholders. A value in backticks becomes code; a detail without a pattern may contain several code spans. */
function textParts(template: string, holes: Record<string, string>): MessagePart[] {
	return template.split(/(\{\w+\})/).flatMap((part) => {
		const words = filled(part, holes);
		const [, code] = (part === "{detail}" ? undefined : /^`(.*)`$/s.exec(words)) ?? [];
		return code === undefined ? splitAtCode(words) : { words: code, isCode: true };
	});
}

function splitAtCode(words: string): MessagePart[] {
	return words.split("`").map((words, at) => ({ words, isCode: at % 2 === 1 }));
}

function sentence(locale: Locale, code: string, detail: string): { template: string; holes: Record<string, string> } {
	for (const [which, form, key] of forms) {
		const holes = which === code ? valuesIn(form, detail) : undefined;
		const template = holes && wordsFor(locale, `${code}.${key}`, holes.count);
		if (template !== undefined) return { template, holes: holes ?? {} };
	}
	const template = (detail === "" ? wordsFor(locale, `${code}.empty`) : undefined) ?? wordsFor(locale, code);
	if (template === undefined) return { template: detail || code, holes: {} };
	return { template, holes: { detail: detail || "…" } };
}

function wordsFor(locale: Locale, key: string, count?: string): string | undefined {
	const all = words[locale];
	const singular = isSingular(locale, count) ? `${key}.one` : key;
	return [singular, key].flatMap((name) => (Object.hasOwn(all, name) ? [all[name]] : []))[0];
}

/** Returns the values in `detail` by name; undefined if `detail` does not match the pattern `form`. */
export function valuesIn(form: string, detail: string): Record<string, string> | undefined {
	const names = [...form.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
	const pieces = form.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	// The last value may contain any text. Other values end at the next literal, and code spans stay whole. A value named
	// `place` does not contain ` in `.
	const values = names.map((name, at) => {
		if (name === "place") return "((?:(?! in ).)*)";
		return at < names.length - 1 ? "(`.*?`|.*?)" : "(.*)";
	});
	const pattern = pieces.map((piece, at) => piece + (values[at] ?? "")).join("");
	const found = new RegExp(`^${pattern}$`, "s").exec(detail);
	if (!found) return undefined;
	return Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ""]));
}
