// Dates and times in the browser's time zone. Only browsers render the admin area; server-rendered pages use
// `shared/i18n/format`.

const pad = (value: number) => String(value).padStart(2, "0");

/**
 * Formats milliseconds since 1970-01-01 UTC in the browser's time zone: `2026-11-21 15:40 GMT+8`, in every language.
 */
export function moment(time: number): string {
	const at = new Date(time);
	const date = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join("-");
	return `${date} ${pad(at.getHours())}:${pad(at.getMinutes())} ${offset(-at.getTimezoneOffset())}`;
}

function offset(minutes: number): string {
	if (minutes === 0) return "UTC";
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	return `GMT${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${pad(rest)}`}`;
}
