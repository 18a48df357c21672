// Data of the trend chart: the share of segments that are up to date, by language.
import type { TrendDay } from "@/shared/http/types";
import type { LanguageLine } from "@/shared/ui/LanguageChart";

/** Returns one chart line per language; empty if there are fewer than two days. */
export function trendLines(days: TrendDay[]): LanguageLine[] {
	const times = days.map(({ day }) => Date.parse(day));
	const [start, end] = [Math.min(...times), Math.max(...times)];
	if (days.length === 0 || start === end) return [];
	const locales = [...new Set(days.map(({ locale }) => locale))];
	return locales.map((locale) => {
		const own = days.filter((day) => day.locale === locale);
		const shares = own.map(({ up_to_date, total }) => up_to_date / Math.max(1, total));
		const points = own.map(({ day }, at) => {
			const x = ((Date.parse(day) - start) / (end - start)) * 100;
			return `${rounded(x)},${rounded(100 - (shares[at] ?? 0) * 100)}`;
		});
		return { locale, points: points.join(" "), first: shares[0] ?? 0, last: shares.at(-1) ?? 0 };
	});
}

function rounded(value: number): number {
	return Math.round(value * 10) / 10;
}
