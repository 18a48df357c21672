import { expect, test } from "vitest";
import { moved } from "@/landing/edit/moved";

const list = [{ name: "a" }, { name: "b" }, { name: "c" }];

test.each([
	["b", "up", "bac"],
	["b", "down", "acb"],
	["c", "up", "acb"],
	["a", "down", "bac"],
	["a", "up", undefined],
	["c", "down", undefined],
	["x", "up", undefined],
	["x", "down", undefined],
] as const)("moving block %s %s returns %s", (name, direction, expected) => {
	expect(
		moved(list, name, direction)
			?.map((one) => one.name)
			.join(""),
	).toBe(expected);
});
