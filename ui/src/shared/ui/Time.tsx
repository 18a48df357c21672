import { day, iso, moment } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";

/** The date of a time (milliseconds since 1970-01-01 UTC) in the page's language, with the exact time on hover. */
export function Time({ at }: { at: number }) {
	const locale = useLocale();
	return (
		<time dateTime={iso(at)} title={moment(at)}>
			{day(locale, at)}
		</time>
	);
}
