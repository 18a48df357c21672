// Conversion of a language model's answer to Markdown: for copying, for export, and as history for the next question.
import { stepNumbers } from "@/assistant/stepNumbers";
import type { AnswerPiece, AnswerSpan } from "@/shared/http/types";

export function modelMarkdown(pieces: AnswerPiece[]): string {
	let whole = "";
	let before: AnswerPiece | undefined;
	const blocks = blocksOf(pieces);
	const numbers = stepNumbers(blocks.map((block) => ({ kind: block[0]?.kind, length: 1 })));
	const numberOf = new Map(blocks.map((block, at) => [block[0]?.block, numbers[at]]));
	for (const piece of pieces) {
		const isSame = before?.block === piece.block;
		const isList = piece.kind === "item" || piece.kind === "step";
		if (before) whole += isSame ? spaceAfter(before) : isList && before.kind === piece.kind ? "\n" : "\n\n";
		if (!isSame && isList) whole += piece.kind === "item" ? "- " : `${numberOf.get(piece.block)}. `;
		whole += piece.kind === "code" ? fenced(piece.spans) : piece.spans.map(spanMarkdown).join("");
		before = piece;
	}
	return whole;
}

/** Groups pieces by block: a paragraph, a list item, or code. */
export function blocksOf(pieces: AnswerPiece[]): AnswerPiece[][] {
	const blocks: AnswerPiece[][] = [];
	for (const piece of pieces) {
		const last = blocks.at(-1);
		if (last?.[0]?.block === piece.block) last.push(piece);
		else blocks.push([piece]);
	}
	return blocks;
}

/** Returns the space between a piece and the next one of its block: none after Chinese punctuation. */
export function spaceAfter({ spans }: AnswerPiece): string {
	const last = spans.at(-1);
	return last && "text" in last && /[。！？；：，、…”’）》」』]$/u.test(last.text) ? "" : " ";
}

function fenced(spans: AnswerSpan[]): string {
	const code = spans.map((span) => ("code" in span ? span.code : "")).join("");
	return `~~~~\n${code}\n~~~~`;
}

function spanMarkdown(span: AnswerSpan): string {
	if ("text" in span) return span.text;
	if ("strong" in span) return `**${span.strong}**`;
	if ("code" in span) return `\`${span.code}\``;
	return `[${span.cite}]`;
}
