import styles from "@/admin/pages/editor/Lines.module.css";
import { text } from "@/admin/pages/text";
import type { DiffLine } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";

export type ShownLine = Pick<DiffLine, "kind" | "pieces" | "skipped">;

/** Differences of two texts, line by line. Old and new lines can be distinguished without colors. */
export function Lines({ lines, lang, label }: { lines: ShownLine[]; lang: string; label: string }) {
	const locale = useLocale();
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
		<section className={styles.lines} aria-label={label} tabIndex={0}>
			<ol lang={lang}>
				{lines.map((line, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and the list does not change.
					<li key={at} data-kind={line.kind}>
						{line.kind === "skipped" ? (
							<span lang={locale}>{text(locale, "linesSkipped", { count: number(line.skipped) })}</span>
						) : (
							<Pieces pieces={line.pieces} />
						)}
					</li>
				))}
			</ol>
		</section>
	);
}

/** Parts of a line: inserted, deleted, or equal in both texts. */
export function Pieces({ pieces }: { pieces: DiffLine["pieces"] }) {
	return pieces.map(([piece, words], at) => {
		const key = `${at} ${piece}`;
		if (piece === "old") return <del key={key}>{words}</del>;
		if (piece === "new") return <ins key={key}>{words}</ins>;
		return <span key={key}>{words}</span>;
	});
}
