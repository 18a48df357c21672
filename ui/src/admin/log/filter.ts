// What of the log is shown stands in the address, with days as people write them.
import type { LogFilter } from "@/admin/api";
import { iso } from "@/shared/format";

export interface Shown {
	who?: string | undefined;
	action?: string | undefined;
	/** `2026-11-21`, in UTC like all days of the site; the last one included. */
	from?: string | undefined;
	to?: string | undefined;
}

const names = ["who", "action", "from", "to"] as const;

export function shownOf(query: Record<string, string | undefined>): Shown {
	return Object.fromEntries(names.flatMap((name) => (query[name]?.trim() ? [[name, query[name].trim()]] : [])));
}

const day = 86_400_000;

/** As the server counts. */
export function filterOf({ who, action, from, to }: Shown): LogFilter {
	const end = startOf(to);
	return { who, action, from: startOf(from), to: end === undefined ? undefined : end + day };
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

function startOf(day: string | undefined): number | undefined {
	if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
	const time = Date.parse(`${day}T00:00:00Z`);
	// Some browsers read the thirtieth of February as a day in March.
	return Number.isNaN(time) || !iso(time).startsWith(day) ? undefined : time;
}
