// Formats numbers and dates like `Intl`, which the server's embedded JavaScript engine lacks. Browsers use this file,
// too, so that their HTML equals the server's. For the same reason, days are UTC days. Times are in milliseconds since
// 1970-01-01 UTC.
import type { Locale } from "@pailou/core";

const monthNames = [
	"January",
	"February",
	"March",
	"April",
	"May",
	"June",
	"July",
	"August",
	"September",
	"October",
	"November",
	"December",
];

/** Formats a number: 1234567 → `1,234,567`. Both languages group digits by three. */
export function number(value: number): string {
	const [whole = "0", fraction] = String(Math.abs(Math.round(value * 1000) / 1000)).split(".");
	const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
	const sign = value < 0 && (whole !== "0" || fraction !== undefined) ? "-" : "";
	return `${sign}${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** File size in binary units, such as `32 MiB`, as in the limits of the server. */
export function fileSize(bytes: number): string {
	return sized(bytes, 1024, ["B", "KiB", "MiB", "GiB", "TiB"]);
}

/** Download size in decimal units, such as `18 MB`, as vendors specify it. */
export function downloadSize(bytes: number): string {
	return sized(bytes, 1000, ["B", "kB", "MB", "GB", "TB"]);
}

function sized(bytes: number, step: number, units: string[]): string {
	let [value, unit] = [bytes, 0];
	while (value >= step - 0.5 && unit < units.length - 1) {
		value /= step;
		unit += 1;
	}
	const rounded = value < 10 && unit > 0 ? Math.round(value * 10) / 10 : Math.round(value);
	return `${number(rounded)} ${units[unit]}`;
}

/**
 * Formats a ratio as a whole percentage. Only 1 is `100%`, and only 0 is `0%`: other ratios that would be rounded to
 * these values are `>99%` and `<1%`.
 */
export function percent(share: number): string {
	const rounded = Math.round(share * 100);
	if (share < 1 && rounded >= 100) return ">99%";
	if (share > 0 && rounded <= 0) return "<1%";
	return `${rounded}%`;
}

/** Formats a UTC day: `November 21, 2026` or `2026年11月21日`. */
export function day(locale: Locale, time: number): string {
	const at = new Date(time);
	const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
	return locale === "zh-CN" ? `${year}年${month + 1}月${date}日` : `${monthNames[month]} ${date}, ${year}`;
}

/** Formats a time: `2026-11-21 07:40 UTC`, the same in every language. */
export function moment(time: number): string {
	return `${iso(time).slice(0, 16).replace("T", " ")} UTC`;
}

export function iso(time: number): string {
	return new Date(time).toISOString();
}
