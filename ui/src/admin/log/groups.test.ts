import { expect, test } from "vitest";
import { groups } from "@/admin/log/groups";
import { actions } from "@/admin/peopleText";

test("everything that has words can be chosen, in one group", () => {
	expect(Object.values(groups).flat().toSorted()).toEqual(actions.toSorted());
});
