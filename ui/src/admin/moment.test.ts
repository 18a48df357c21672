import { expect, test, vi } from "vitest";
import { moment } from "@/admin/moment";

test.each([
	["UTC", "2026-11-23 16:05 UTC"],
	["Asia/Shanghai", "2026-11-24 00:05 GMT+8"],
	["Asia/Kolkata", "2026-11-23 21:35 GMT+5:30"],
	["America/St_Johns", "2026-11-23 12:35 GMT−3:30"],
])("time is shown in the time zone %s", (zone, expected) => {
	vi.stubEnv("TZ", zone);
	expect(moment(Date.UTC(2026, 10, 23, 16, 5))).toBe(expected);
});
