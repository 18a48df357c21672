import { moment } from "@/shared/i18n/format";
import { Field } from "@/shared/ui/Field";

interface TimeFieldProps {
	/** With the name of the zone in it. */
	label: string;
	/** What to know while no time is chosen; then it is the moment as the site says it. */
	hint?: string;
	fault?: string | undefined;
	/** `2026-11-22T10:00`, by the clock of the browser. */
	time: string;
	setTime: (time: string) => void;
	required?: boolean;
}

export function TimeField({ label, hint, fault, time, setTime, required }: TimeFieldProps) {
	const at = momentOf(time);
	return (
		<Field label={label} hint={at === undefined ? hint : moment(at)} fault={fault}>
			{(told) => (
				<input
					{...told}
					type="datetime-local"
					required={required}
					value={time}
					onChange={({ target }) => setTime(target.value)}
				/>
			)}
		</Field>
	);
}

/** Parses a time in the user's time zone. */
export function momentOf(local: string): number | undefined {
	const time = new Date(local).getTime();
	return Number.isNaN(time) ? undefined : time;
}

/** The name of that zone, so that it is known which clock is meant. */
export function zoned(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
