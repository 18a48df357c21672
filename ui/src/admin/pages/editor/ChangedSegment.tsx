import { useId } from "react";
import styles from "@/admin/pages/editor/Dialog.module.css";
import { Pieces } from "@/admin/pages/editor/Lines";
import { localeOf, otherOf, type Segment } from "@/admin/pages/language";
import { named, text } from "@/admin/pages/text";
import type { SegmentChange, Verdict } from "@/shared/http/types";
import { languageName, useLocale } from "@/shared/i18n/locale";

export const verdicts: Verdict[] = ["meaning", "wording", "translated"];

interface ChangedSegmentProps {
	change: SegmentChange;
	segment: Segment;
	verdict: Verdict;
	decide: (verdict: Verdict) => void;
}

/**
 * Differences of a segment. If the change affects the other language, the user selects a verdict: whether the
 * translation becomes outdated.
 */
export function ChangedSegment({ change, segment, verdict, decide }: ChangedSegmentProps) {
	const locale = useLocale();
	const id = useId();
	const other = localeOf(otherOf(segment));
	const hint = change.outdated ? "verdictOutdated" : change.counterpart_outdated ? "verdictOutdatedThere" : undefined;
	return (
		<li>
			<p className={styles.kind}>
				<small>
					{named(locale, `kind.${change.kind}`) ?? change.kind}
					{change.line === null && ` · ${text(locale, "segmentGone")}`}
				</small>
			</p>
			<div id={id} className={styles.words} lang={localeOf(segment)}>
				<Pieces pieces={change.pieces} />
			</div>
			{change.counterpart !== "" && (
				<div className={styles.counterpart} lang={other}>
					{change.counterpart}
				</div>
			)}
			{change.affected > 0 && (
				<fieldset className={styles.verdicts} aria-describedby={hint ? `${id} ${id}-hint` : id}>
					<legend>{text(locale, "verdict", { language: languageName(other, locale) })}</legend>
					{hint && (
						<p id={`${id}-hint`}>
							<small>{text(locale, hint)}</small>
						</p>
					)}
					{verdicts.map((one) => (
						<label key={one} className={styles.check}>
							<input
								type="radio"
								name={`verdict-${change.id}`}
								checked={verdict === one}
								onChange={() => decide(one)}
							/>
							{text(locale, `verdict.${one}`)}
						</label>
					))}
				</fieldset>
			)}
		</li>
	);
}
