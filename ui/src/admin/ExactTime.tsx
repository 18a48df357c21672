import { moment } from "@/admin/moment";
import { iso, moment as momentInUtc } from "@/shared/i18n/format";

/** A time, in milliseconds since 1970-01-01 UTC, displayed in the browser's time zone, with UTC on hover. */
export function ExactTime({ at }: { at: number }) {
	return (
		<time dateTime={iso(at)} title={momentInUtc(at)}>
			{moment(at)}
		</time>
	);
}
