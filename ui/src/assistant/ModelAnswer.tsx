import { Fragment, type ReactNode } from "react";
import styles from "@/assistant/ModelAnswer.module.css";
import { blocksOf, spaceAfter } from "@/assistant/modelMarkdown";
import { stepNumbers } from "@/assistant/stepNumbers";
import { text } from "@/assistant/text";
import type { AnswerPiece, AnswerSpan, Citation } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

interface Props {
	pieces: AnswerPiece[];
	citations: Citation[];
}

/** Answer of a language model, with links to its sources and labels at statements without a supporting source. */
export function ModelAnswer({ pieces, citations }: Props) {
	const locale = useLocale();
	const lists = listsOf(blocksOf(pieces));
	const numbers = stepNumbers(lists.map((blocks) => ({ kind: blocks[0]?.[0]?.kind, length: blocks.length })));
	return (
		<section className={styles.model} aria-label={text(locale, "modelLabel")}>
			<p className={styles.label}>{text(locale, "modelLabel")}</p>
			{lists.map((blocks, at) => (
				<Blocks key={blocks[0]?.[0]?.block} blocks={blocks} start={numbers[at]} citations={citations} />
			))}
		</section>
	);
}

/** Groups consecutive list items of the same kind; each other block is a group of its own. */
export function listsOf(blocks: AnswerPiece[][]): AnswerPiece[][][] {
	const lists: AnswerPiece[][][] = [];
	for (const block of blocks) {
		const kind = block[0]?.kind;
		const last = lists.at(-1);
		if ((kind === "item" || kind === "step") && last?.[0]?.[0]?.kind === kind) last.push(block);
		else lists.push([block]);
	}
	return lists;
}

function Blocks(props: { blocks: AnswerPiece[][]; start: number | undefined; citations: Citation[] }) {
	const { blocks, start, citations } = props;
	const kind = blocks[0]?.[0]?.kind;
	const contents = blocks.map((block) => (
		<Fragment key={block[0]?.block}>
			{block.map((piece, at) => {
				// The index is a stable key, because the pieces are never reordered.
				const key = `${at}`;
				return <Piece key={key} piece={piece} citations={citations} />;
			})}
		</Fragment>
	));
	if (kind === "item" || kind === "step") {
		const items = contents.map((content) => <li key={content.key}>{content}</li>);
		return kind === "step" ? <ol start={start}>{items}</ol> : <ul>{items}</ul>;
	}
	return kind === "code" ? <div>{contents}</div> : <p>{contents}</p>;
}

function Piece({ piece, citations }: { piece: AnswerPiece; citations: Citation[] }) {
	const locale = useLocale();
	const { kind, spans, support } = piece;
	const mark = support !== "supported" && (
		<small className={styles.mark}>
			{text(locale, support === "uncited" ? "support.uncited" : "support.unsupported")}
		</small>
	);
	if (kind === "code") {
		return (
			<>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block must be scrollable with the keyboard. */}
				<pre tabIndex={0}>
					<code>{spans.map((span) => ("code" in span ? span.code : ""))}</code>
				</pre>
				{mark}
			</>
		);
	}
	return (
		<>
			<span data-support={support}>
				{spans.map((span, at) => {
					const key = `${at}`;
					return <Span key={key} span={span} citations={citations} />;
				})}
			</span>
			{mark ? <> {mark} </> : spaceAfter(piece)}
		</>
	);
}

function Span({ span, citations }: { span: AnswerSpan; citations: Citation[] }): ReactNode {
	const locale = useLocale();
	if ("text" in span) return span.text;
	if ("strong" in span) return <strong>{span.strong}</strong>;
	if ("code" in span) return <code>{span.code}</code>;
	const citation = citations.find(({ n }) => n === span.cite);
	if (!citation) return null;
	const { n, title, highlight_url } = citation;
	return (
		<a className={styles.cite} href={highlight_url} aria-label={text(locale, "source", { n, title })}>
			{n}
		</a>
	);
}
