import { expect, test } from "vitest";
import { continued, overlaid, threeWayMerge } from "@/admin/threeWayMerge";

interface Whole {
	name: string;
	links?: { id: number; to: string }[];
}

const fields: (keyof Whole)[] = ["name", "links"];
const base: Whole = { name: "a", links: [{ id: 1, to: "/a" }] };
const others = [{ id: 2, to: "/b" }];

test.each<[name: string, mine: Partial<Whole>, theirs: Partial<Whole>, adopted: string[], conflicts: string[]]>([
	["unchanged form needs no merge", {}, {}, [], []],
	["draft change is kept", { name: "b" }, {}, [], []],
	["published change is applied to the draft", {}, { name: "b", links: others }, ["name", "links"], []],
	["changes of different fields are merged", { name: "b" }, { links: others }, ["links"], []],
	["equal changes are no conflict", { name: "b" }, { name: "b" }, [], []],
	["different changes of one field are a conflict", { name: "b" }, { name: "c", links: others }, ["links"], ["name"]],
	["row ids are ignored", {}, { links: [{ id: 9, to: "/a" }] }, [], []],
	["changed list emptied by the other user is a conflict", { links: others }, { links: [] }, [], ["links"]],
])("three-way merge of form fields: %s", (_, mine, theirs, adopted, conflicts) => {
	const result = threeWayMerge(fields, { base, mine: { ...base, ...mine } }, { ...base, ...theirs });
	expect([result.adopted, result.conflicts]).toEqual([adopted, conflicts]);
	expect(result.merged).toEqual(overlaid({ ...base, ...mine }, { ...base, ...theirs }, result.adopted));
});

test("published removal of a field is applied to the draft", () => {
	const without: Whole = { name: base.name };
	expect(threeWayMerge(fields, { base, mine: base }, without).adopted).toEqual(["links"]);
});

test("own change to a value adopted from another user is not a conflict", () => {
	const theirs = { ...base, name: "theirs" };
	const draft = { base, mine: { ...base, links: others } };
	const result = threeWayMerge(fields, draft, theirs);
	const elsewhere = continued(draft, theirs, result, { ...result.merged, links: [] });
	expect(threeWayMerge(fields, elsewhere, theirs)).toEqual({
		merged: { name: "theirs", links: [] },
		adopted: ["name"],
		conflicts: [],
	});
	const over = continued(draft, theirs, result, { ...result.merged, name: "theirs and mine" });
	expect(threeWayMerge(fields, over, theirs)).toEqual({
		merged: { name: "theirs and mine", links: others },
		adopted: [],
		conflicts: [],
	});
});

test("fields of one merge unit are merged together", () => {
	const theirs = { ...base, name: "theirs" };
	expect(threeWayMerge([fields], { base, mine: base }, theirs).adopted).toEqual(fields);
	expect(threeWayMerge([fields], { base, mine: { ...base, links: others } }, theirs).conflicts).toEqual(fields);
});
