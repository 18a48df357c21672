import { expect, test } from "vitest";
import { trendLines } from "@/localization/trendLines";
import type { TrendDay } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

function sums(day: string, locale: Locale, total: number, up_to_date: number): TrendDay {
	const others = { outdated: total - up_to_date, not_translated: 0, not_aligned: 0, not_reviewed: 0 };
	return { day, locale, total, up_to_date, ...others, machine_translated: 0 };
}

test("each language has a line from the first to the last day", () => {
	const days = [
		sums("2026-01-01", "zh-CN", 10, 5),
		sums("2026-01-01", "en-US", 10, 10),
		sums("2026-01-03", "zh-CN", 10, 10),
		sums("2026-01-05", "zh-CN", 0, 0),
		sums("2026-01-05", "en-US", 10, 9),
	];
	expect(trendLines(days)).toEqual([
		{ locale: "zh-CN", points: "0,50 50,0 100,100", first: 0.5, last: 0 },
		{ locale: "en-US", points: "0,0 100,10", first: 1, last: 0.9 },
	]);
});

test("fewer than two days produce no chart lines", () => {
	expect(trendLines([])).toEqual([]);
	expect(trendLines([sums("2026-01-01", "zh-CN", 10, 5)])).toEqual([]);
});
