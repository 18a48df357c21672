import { expect, test } from "vitest";
import { stepNumbers } from "@/assistant/stepNumbers";

test("numbers of steps continue after code only", () => {
	const groups = ["step 2", "code 1", "step 3", "paragraph 1", "step 1", "item 4", "step 1"];
	const numbers = stepNumbers(
		groups.map((group) => ({ kind: group.split(" ")[0], length: Number(group.split(" ")[1]) })),
	);
	const ofSteps = numbers.filter((_, at) => groups[at]?.startsWith("step"));
	expect(ofSteps).toEqual([1, 3, 1, 1]);
});
