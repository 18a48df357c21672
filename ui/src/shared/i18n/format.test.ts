import { expect, test } from "vitest";
import { day, downloadSize, fileSize, moment, number, percent } from "@/shared/i18n/format";
import type { Locale } from "@/shared/i18n/locale";

const locales: Locale[] = ["zh-CN", "en-US"];
const numbers = [0, 1, 12, 999, 1000, 12345, 1234567, 1e9, -1, -1234.5, 0.5, 1234.5678, 99999.9999, -0.0001];
const times = [
	0,
	Date.UTC(2026, 10, 21, 7, 40),
	Date.UTC(2024, 1, 29, 23, 59, 59),
	Date.UTC(1999, 11, 31),
	Date.UTC(9999, 0, 1),
];

test.each(locales)("numbers equal those of Intl: %s", (locale) => {
	for (const value of numbers) {
		expect(number(value), String(value)).toBe(new Intl.NumberFormat(locale).format(value).replace(/^-0$/, "0"));
	}
});

test.each(locales)("days equal those of Intl: %s", (locale) => {
	const intl = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
	for (const time of times) expect(day(locale, time)).toBe(intl.format(time));
});

test.each(locales)("percentages equal those of Intl: %s", (locale) => {
	const intl = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
	for (const share of [0, 0.01, 0.125, 0.5, 0.834, 0.99, 1]) expect(percent(share)).toBe(intl.format(share));
});

test.each([
	[0.999, ">99%"],
	[0.994, "99%"],
	[0.006, "1%"],
	[0.001, "<1%"],
	[5 / 1779, "<1%"],
	[0, "0%"],
	[1, "100%"],
])("ratio %d is formatted as %s", (share, expected) => {
	expect(percent(share)).toBe(expected);
});

test("formatted time includes the time zone", () => {
	expect(moment(Date.UTC(2026, 10, 21, 7, 40))).toBe("2026-11-21 07:40 UTC");
});

test.each([
	[0, "0 B"],
	[999, "999 B"],
	[1000, "1 kB"],
	[18_400_000, "18 MB"],
	[1_840_000, "1.8 MB"],
	[999_600, "1 MB"],
	[2 ** 50, "1,126 TB"],
])("download size of %d bytes is %s", (bytes, expected) => {
	expect(downloadSize(bytes)).toBe(expected);
});

test.each([
	[1023, "1,023 B"],
	[1024, "1 KiB"],
	[32 << 20, "32 MiB"],
	[1_840_000, "1.8 MiB"],
	[2 ** 20 - 1, "1 MiB"],
])("file size of %d bytes is %s", (bytes, expected) => {
	expect(fileSize(bytes)).toBe(expected);
});
