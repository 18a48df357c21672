import { expect, test } from "vitest";
import { sharesOf } from "@/localization/shares";

const none = {
	total: 0,
	up_to_date: 0,
	outdated: 0,
	not_translated: 0,
	not_aligned: 0,
	not_reviewed: 0,
	machine_translated: 0,
};

test("parts of the state bar are adjacent and fill the bar", () => {
	const shares = sharesOf({ ...none, total: 3, up_to_date: 1, outdated: 1, not_translated: 1 });
	expect(shares.map(({ state, start, size }) => [state, start, Math.round((start + size) * 10) / 10])).toEqual([
		["up_to_date", 0, 33.3],
		["outdated", 33.3, 66.7],
		["not_translated", 66.7, 100],
	]);
});

test("state bar of an area without segments has no parts", () => {
	expect(sharesOf(none)).toEqual([]);
});
