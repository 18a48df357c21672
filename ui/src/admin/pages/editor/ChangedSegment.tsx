import { useId } from "react";
import styles from "@/admin/pages/editor/Dialog.module.css";
import { Pieces } from "@/admin/pages/editor/Lines";
import { usualVerdict } from "@/admin/pages/editor/publishing";
import { localeOf, otherOf, type Segment } from "@/admin/pages/language";
import { named, text } from "@/admin/pages/text";
import type { SegmentChange, Verdict } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

const verdicts: Verdict[] = ["meaning", "wording", "translated"];

interface ChangedSegmentProps {
	change: SegmentChange;
	segment: Segment;
	verdict: Verdict | undefined;
	decide: (verdict: Verdict) => void;
}

/** What is different in a segment, and the question what that means for its translation. */
export function ChangedSegment({ change, segment, verdict, decide }: ChangedSegmentProps) {
	const locale = useLocale();
	const id = useId();
	const chosen = verdict ?? usualVerdict(change);
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
				<>
					<div className={styles.counterpart} lang={localeOf(otherOf(segment))}>
						{change.counterpart}
					</div>
					<fieldset className={styles.verdicts} aria-describedby={id}>
						<legend>{text(locale, "verdict")}</legend>
						{verdicts.map((one) => (
							<label key={one} className={styles.check}>
								<input
									type="radio"
									name={`verdict-${change.id}`}
									checked={chosen === one}
									onChange={() => decide(one)}
								/>
								{text(locale, `verdict.${one}`)}
							</label>
						))}
					</fieldset>
				</>
			)}
		</li>
	);
}
