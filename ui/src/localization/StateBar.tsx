import styles from "@/localization/StatusTable.module.css";
import { type Counts, sharesOf } from "@/localization/shares";
import { text } from "@/localization/text";
import { stateText } from "@/shared/i18n/common";
import { number, percent } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";

/**
 * Stacked bar of segment counts, followed by the counts as text. The bar is decorative and hidden from screen readers.
 */
export function StateBar({ counts }: { counts: Counts & { machine_translated: number } }) {
	const locale = useLocale();
	const shares = sharesOf(counts);
	const { machine_translated: machine } = counts;
	return (
		<>
			<svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
				{shares.map(({ state, start, size }) => (
					<rect key={state} data-state={state} x={start} y={0} width={size} height={4} />
				))}
			</svg>
			<ul className={styles.counts}>
				{shares.map(({ state, count }) => {
					const share = text(locale, "share", {
						state: stateText(locale, state),
						count: number(count),
						share: percent(count / Math.max(1, counts.total)),
					});
					const isMachine = state === "not_reviewed" && machine > 0;
					return (
						<li key={state} data-state={state}>
							{isMachine ? text(locale, "shareMachine", { share, count: number(machine) }) : share}
						</li>
					);
				})}
			</ul>
		</>
	);
}
