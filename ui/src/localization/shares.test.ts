import { expect, test } from "vitest";
import { sharesOf } from "@/localization/shares";

const none = { total: 0, current: 0, behind: 0, missing: 0, unreviewed: 0, machine: 0 };

test("parts touch, and end where the bar ends", () => {
	const shares = sharesOf({ ...none, total: 3, current: 1, behind: 1, missing: 1 });
	expect(shares.map(({ state, start, size }) => [state, start, Math.round((start + size) * 10) / 10])).toEqual([
		["current", 0, 33.3],
		["behind", 33.3, 66.7],
		["missing", 66.7, 100],
	]);
});

test("nothing has no parts", () => {
	expect(sharesOf(none)).toEqual([]);
});
