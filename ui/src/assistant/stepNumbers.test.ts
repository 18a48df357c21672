import { expect, test } from "vitest";
import { stepNumbers } from "@/assistant/stepNumbers";

test("step numbers continue after code and restart after other parts", () => {
	const groups = ["step 2", "code 1", "step 3", "paragraph 1", "step 1", "item 4", "step 1"];
	const numbers = stepNumbers(
		groups.map((group) => ({ kind: group.split(" ")[0], length: Number(group.split(" ")[1]) })),
	);
	const ofSteps = numbers.filter((_, at) => groups[at]?.startsWith("step"));
	expect(ofSteps).toEqual([1, 3, 1, 1]);
});

test("first step of a group keeps its number from the page", () => {
	const step = { kind: "step", length: 2 };
	const code = { kind: "code", length: 1 };
	const item = { kind: "item", length: 1 };
	const numbers = stepNumbers([{ ...step, start: 3 }, code, step, item, { ...step, start: 7 }]);
	expect([numbers[0], numbers[2], numbers[4]]).toEqual([3, 5, 7]);
});
