import { expect, test } from "vitest";
import { groups } from "@/admin/log/groups";
import { actions } from "@/admin/usersText";

test("each audit log action belongs to one group", () => {
	expect(Object.values(groups).flat().toSorted()).toEqual(actions.toSorted());
});
