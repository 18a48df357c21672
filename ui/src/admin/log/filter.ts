// Filter of the audit log, stored in the query string.
import type { LogFilter } from "@/admin/api";

export interface Shown {
	who?: string | undefined;
	action?: string | undefined;
	/** `2026-11-21`, in the zone of the browser like the times that are listed; the last one included. */
	from?: string | undefined;
	to?: string | undefined;
}

const names = ["who", "action", "from", "to"] as const;

export function shownOf(query: Record<string, string | undefined>): Shown {
	return Object.fromEntries(names.flatMap((name) => (query[name]?.trim() ? [[name, query[name].trim()]] : [])));
}

/** As the server counts. */
export function filterOf({ who, action, from, to }: Shown): LogFilter {
	return { who, action, from: startOf(from), to: startOf(to, 1) };
}

export type Fault = "logNoDay" | "logEndsBefore";

/** What is wrong with the days, by field. */
export function faultsOf({ from, to }: Shown): { from?: Fault; to?: Fault } {
	const [start, end] = [startOf(from), startOf(to)];
	const isNoDay = (day: string | undefined, time: number | undefined) => day !== undefined && time === undefined;
	return {
		...(isNoDay(from, start) && { from: "logNoDay" }),
		...(isNoDay(to, end) && { to: "logNoDay" }),
		...(start !== undefined && end !== undefined && end < start && { to: "logEndsBefore" }),
	};
}

/** When a day begins, or one so many days later: not all of them have 24 hours. */
function startOf(day: string | undefined, later = 0): number | undefined {
	const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "") ?? [];
	if (year === undefined) return undefined;
	const start = new Date(Number(year), Number(month) - 1, Number(date));
	// There is no thirtieth of February.
	if (start.getMonth() !== Number(month) - 1 || start.getDate() !== Number(date)) return undefined;
	start.setDate(start.getDate() + later);
	return start.getTime();
}
