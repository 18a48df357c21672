import { useState } from "react";
import { decide, evidence, setLock } from "@/localization/api";
import styles from "@/localization/Dictionary.module.css";
import { text } from "@/localization/text";
import type { Decision, DictionaryRow, DictionaryTranslation, Evidence } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";

type RunAction = (done: Promise<void>) => void;

/** Word with its translations and the actions on them. */
export function DictionaryWord({ row, act }: { row: DictionaryRow; act: RunAction }) {
	const locale = useLocale();
	const other = row.locale === "zh-CN" ? "en-US" : "zh-CN";
	return (
		<li className={styles.word}>
			<div className={styles.head}>
				<strong lang={row.locale}>{row.written}</strong>
				<span className={styles.used}>{text(locale, "dictionaryUsed", { count: number(row.used) })}</span>
				<button
					type="button"
					aria-pressed={row.locked}
					aria-label={`${row.written}: ${text(locale, "dictionaryLock")}`}
					onClick={() => act(setLock(row.locale, row.term, !row.locked))}
				>
					{text(locale, row.locked ? "dictionaryUnlock" : "dictionaryLock")}
				</button>
			</div>
			<ul className={styles.translations}>
				{row.translations.map((translation) => (
					<li key={translation.term} data-decision={translation.decision ?? undefined}>
						<span lang={other}>{translation.written}</span>
						<span className={styles.used}>{`${Math.round(translation.probability * 100)} %`}</span>
						<Choices row={row} translation={translation} act={act} />
					</li>
				))}
			</ul>
		</li>
	);
}

/** Returns the Chinese and the English word of a pair. English words are spelled as in the texts. */
function pairOf(row: DictionaryRow, translation: DictionaryTranslation): [zh: string, en: string] {
	return row.locale === "zh-CN" ? [row.term, translation.written] : [translation.term, row.written];
}

function Choices({
	row,
	translation,
	act,
}: {
	row: DictionaryRow;
	translation: DictionaryTranslation;
	act: RunAction;
}) {
	const locale = useLocale();
	const [shown, setShown] = useState<Evidence[]>();
	const [zh, en] = pairOf(row, translation);
	const choose = (decision: Decision) => () => act(decide(zh, en, decision));
	const named = (action: string) => `${action} (${zh}, ${en})`;
	return (
		<>
			<span className={styles.choices}>
				{translation.decision === null ? (
					<>
						<button type="button" aria-label={named(text(locale, "dictionaryAccept"))} onClick={choose("accept")}>
							{text(locale, "dictionaryAccept")}
						</button>
						<button type="button" aria-label={named(text(locale, "dictionaryReject"))} onClick={choose("reject")}>
							{text(locale, "dictionaryReject")}
						</button>
					</>
				) : (
					<button type="button" aria-label={named(text(locale, "dictionaryForget"))} onClick={choose("forget")}>
						{text(locale, "dictionaryForget")}
					</button>
				)}
				<button
					type="button"
					aria-expanded={shown !== undefined}
					aria-label={named(text(locale, "dictionaryEvidence"))}
					onClick={() => (shown ? setShown(undefined) : void evidence(zh, en).then(setShown))}
				>
					{text(locale, "dictionaryEvidence")}
				</button>
			</span>
			{shown && (
				<ul className={styles.evidence}>
					{shown.length === 0 && <li>{text(locale, "dictionaryNoEvidence")}</li>}
					{shown.map((pair) => (
						<li key={pair.zh + pair.en}>
							<span lang="zh-CN">{pair.zh}</span>
							<span lang="en-US">{pair.en}</span>
						</li>
					))}
				</ul>
			)}
		</>
	);
}
