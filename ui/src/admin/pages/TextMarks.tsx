import { moment } from "@/admin/moment";
import { isRead, stateText } from "@/admin/pages/pageState";
import { named, text } from "@/admin/pages/text";
import type { AdminText } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import listStyles from "@/shared/ui/list.module.css";

/**
 * Status of a text: its state, unpublished changes, the scheduled time, a failed scheduled publishing, and the numbers
 * of segments that are outdated, not translated, or not aligned.
 */
export function TextMarks({ listed }: { listed: AdminText }) {
	const locale = useLocale();
	const { state, changed, publish_at, error, outdated, not_translated, not_aligned } = listed;
	// The state of the translation is shown only for a text that readers can see.
	const hasReaders = isRead(listed);
	const marks = [
		{ name: "state", is: true, words: stateText(locale, listed) },
		{ name: "changed", is: changed && state === "published", words: text(locale, "changed") },
		{
			name: "at",
			is: publish_at !== null,
			words: text(locale, "scheduledAt", { moment: publish_at === null ? "" : moment(publish_at) }),
		},
		{
			name: "error",
			is: error !== null,
			words: named(locale, `error.${error}`) ?? text(locale, "error.failed"),
			isWarning: true,
		},
		{
			name: "outdated",
			is: hasReaders && outdated > 0,
			words: text(locale, "outdated", { count: number(outdated) }),
			isWarning: true,
		},
		{
			name: "not_translated",
			is: hasReaders && not_translated > 0,
			words: text(locale, "notTranslated", { count: number(not_translated) }),
			isWarning: true,
		},
		{
			name: "not_aligned",
			is: hasReaders && not_aligned > 0,
			words: text(locale, "notAligned", { count: number(not_aligned) }),
			isWarning: true,
		},
	];
	return marks
		.filter(({ is }) => is)
		.map(({ name, words, isWarning }) => (
			<span key={name} className={listStyles.badge} data-tone={isWarning && "warning"} data-mark={name}>
				{words}
			</span>
		));
}

/** Label of a text that comes from Git, with the name of the source as accessible text. */
export function GitMark({ source }: { source: string }) {
	const locale = useLocale();
	const name = text(locale, "fromGit", { source });
	return (
		<span className={listStyles.badge} data-mark="git" title={name}>
			<span aria-hidden="true">Git</span>
			<span className="visually-hidden">{name}</span>
		</span>
	);
}
