import { moment } from "@/shared/i18n/format";
import { Field } from "@/shared/ui/Field";

interface TimeFieldProps {
	/** Label, which must include the time zone. */
	label: string;
	/** Hint while no time is entered; afterwards the field shows the formatted time. */
	hint?: string;
	error?: string | undefined;
	/** Local time in the browser's time zone, such as `2026-11-22T10:00`. */
	time: string;
	setTime: (time: string) => void;
	required?: boolean;
}

export function TimeField({ label, hint, error, time, setTime, required }: TimeFieldProps) {
	const at = momentOf(time);
	return (
		<Field label={label} hint={at === undefined ? hint : moment(at)} error={error}>
			{(attributes) => (
				<input
					{...attributes}
					type="datetime-local"
					required={required}
					value={time}
					onChange={({ target }) => setTime(target.value)}
				/>
			)}
		</Field>
	);
}

/** Converts a local time of the browser to milliseconds since 1970-01-01 UTC; undefined if it is invalid. */
export function momentOf(local: string): number | undefined {
	const time = new Date(local).getTime();
	return Number.isNaN(time) ? undefined : time;
}

/** Name of the browser's time zone. */
export function timeZoneName(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
