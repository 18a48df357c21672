import { expect, test } from "vitest";
import { continued, overlaid, threeWayMerge } from "@/admin/threeWayMerge";

interface Whole {
	name: string;
	links?: { id: number; to: string }[];
}

const fields: (keyof Whole)[] = ["name", "links"];
const base: Whole = { name: "a", links: [{ id: 1, to: "/a" }] };
const others = [{ id: 2, to: "/b" }];

test.each<[name: string, mine: Partial<Whole>, theirs: Partial<Whole>, taken: string[], conflicts: string[]]>([
	["unchanged form", {}, {}, [], []],
	["only the draft was changed", { name: "b" }, {}, [], []],
	["only the published file was changed", {}, { name: "b", links: others }, ["name", "links"], []],
	["different fields were changed", { name: "b" }, { links: others }, ["links"], []],
	["same change on both sides", { name: "b" }, { name: "b" }, [], []],
	["different changes of one field", { name: "b" }, { name: "c", links: others }, ["links"], ["name"]],
	["row ids are ignored", {}, { links: [{ id: 9, to: "/a" }] }, [], []],
	["draft of a list that was emptied", { links: others }, { links: [] }, [], ["links"]],
])("%s", (_, mine, theirs, taken, conflicts) => {
	const result = threeWayMerge(fields, { base, mine: { ...base, ...mine } }, { ...base, ...theirs });
	expect([result.taken, result.conflicts]).toEqual([taken, conflicts]);
	expect(result.merged).toEqual(overlaid({ ...base, ...mine }, { ...base, ...theirs }, result.taken));
});

test("removed field counts as changed", () => {
	const without: Whole = { name: base.name };
	expect(threeWayMerge(fields, { base, mine: base }, without).taken).toEqual(["links"]);
});

test("field of another user conflicts only if changed again", () => {
	const theirs = { ...base, name: "theirs" };
	const draft = { base, mine: { ...base, links: others } };
	const shown = threeWayMerge(fields, draft, theirs);
	const elsewhere = continued(draft, theirs, shown, { ...shown.merged, links: [] });
	expect(threeWayMerge(fields, elsewhere, theirs)).toEqual({
		merged: { name: "theirs", links: [] },
		taken: ["name"],
		conflicts: [],
	});
	const over = continued(draft, theirs, shown, { ...shown.merged, name: "theirs and mine" });
	expect(threeWayMerge(fields, over, theirs)).toEqual({
		merged: { name: "theirs and mine", links: others },
		taken: [],
		conflicts: [],
	});
});

test("fields of one unit are merged together", () => {
	const theirs = { ...base, name: "theirs" };
	expect(threeWayMerge([fields], { base, mine: base }, theirs).taken).toEqual(fields);
	expect(threeWayMerge([fields], { base, mine: { ...base, links: others } }, theirs).conflicts).toEqual(fields);
});
