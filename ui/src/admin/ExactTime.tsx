import { moment } from "@/admin/moment";
import { iso, moment as momentInUtc } from "@/shared/i18n/format";

/** A moment in the zone of the browser, and in UTC on hover. */
export function ExactTime({ at }: { at: number }) {
	return (
		<time dateTime={iso(at)} title={momentInUtc(at)}>
			{moment(at)}
		</time>
	);
}
