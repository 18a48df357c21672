// Filter of the audit log, stored in the query string.
import type { LogFilter } from "@/admin/api";

export interface FilterFields {
	actor?: string | undefined;
	action?: string | undefined;
	/** First and last day, such as `2026-11-21`, in the browser's time zone. */
	from?: string | undefined;
	to?: string | undefined;
}

const names = ["actor", "action", "from", "to"] as const;

export function filterFieldsOf(query: Record<string, string | undefined>): FilterFields {
	return Object.fromEntries(names.flatMap((name) => (query[name]?.trim() ? [[name, query[name].trim()]] : [])));
}

/**
 * Converts the days to times in milliseconds: `from` to the start of that day, `to` to the start of the next day.
 * Invalid days are omitted.
 */
export function filterOf({ actor, action, from, to }: FilterFields): LogFilter {
	return { actor, action, from: startOf(from), to: startOf(to, 1) };
}

export type ErrorKey = "logNoDay" | "logEndsBefore";

/** Returns the errors by field: an invalid day, or a last day before the first day. */
export function dayErrors({ from, to }: FilterFields): { from?: ErrorKey; to?: ErrorKey } {
	const [start, end] = [startOf(from), startOf(to)];
	const isInvalidDay = (day: string | undefined, time: number | undefined) => day !== undefined && time === undefined;
	return {
		...(isInvalidDay(from, start) && { from: "logNoDay" }),
		...(isInvalidDay(to, end) && { to: "logNoDay" }),
		...(start !== undefined && end !== undefined && end < start && { to: "logEndsBefore" }),
	};
}

/**
 * Returns the start of a day plus `later` days; undefined for an invalid day. It adds calendar days, because not all
 * days have 24 hours.
 */
function startOf(day: string | undefined, later = 0): number | undefined {
	const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "") ?? [];
	if (year === undefined) return undefined;
	const start = new Date(Number(year), Number(month) - 1, Number(date));
	// Rejects dates such as February 30.
	if (start.getMonth() !== Number(month) - 1 || start.getDate() !== Number(date)) return undefined;
	start.setDate(start.getDate() + later);
	return start.getTime();
}
