import { day, iso, moment } from "@/shared/format";
import { useLocale } from "@/shared/locale";

/** A day in the page's language, with the exact moment and its zone on hover; or that moment itself. */
export function Time({ at, exact = false }: { at: number; exact?: boolean }) {
	const locale = useLocale();
	return (
		<time dateTime={iso(at)} title={moment(at)}>
			{exact ? moment(at) : day(locale, at)}
		</time>
	);
}
