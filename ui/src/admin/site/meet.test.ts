import { expect, test } from "vitest";
import { goOn, meet, overlaid } from "@/admin/site/meet";

interface Whole {
	name: string;
	links?: { id: number; to: string }[];
}

const fields: (keyof Whole)[] = ["name", "links"];
const was: Whole = { name: "a", links: [{ id: 1, to: "/a" }] };
const others = [{ id: 2, to: "/b" }];

test.each<[name: string, mine: Partial<Whole>, now: Partial<Whole>, taken: string[], conflicts: string[]]>([
	["nothing was changed", {}, {}, [], []],
	["only here", { name: "b" }, {}, [], []],
	["only there", {}, { name: "b", links: others }, ["name", "links"], []],
	["each another field", { name: "b" }, { links: others }, ["links"], []],
	["both the same", { name: "b" }, { name: "b" }, [], []],
	["both otherwise", { name: "b" }, { name: "c", links: others }, ["links"], ["name"]],
	["rows of another form", {}, { links: [{ id: 9, to: "/a" }] }, [], []],
	["emptied there", { links: others }, { links: [] }, [], ["links"]],
])("%s", (_, mine, now, taken, conflicts) => {
	const met = meet(fields, { was, mine: { ...was, ...mine } }, { ...was, ...now });
	expect([met.taken, met.conflicts]).toEqual([taken, conflicts]);
	expect(met.whole).toEqual(overlaid({ ...was, ...mine }, { ...was, ...now }, met.taken));
});

test("a field that is not there any more was changed, too", () => {
	const without: Whole = { name: was.name };
	expect(meet(fields, { was, mine: was }, without).taken).toEqual(["links"]);
});

test("what was taken over is still said while something else is written, and is no conflict once it is written over", () => {
	const now = { ...was, name: "theirs" };
	const begun = { was, mine: { ...was, links: others } };
	const shown = meet(fields, begun, now);
	const elsewhere = goOn(begun, now, shown, { ...shown.whole, links: [] });
	expect(meet(fields, elsewhere, now)).toEqual({
		whole: { name: "theirs", links: [] },
		taken: ["name"],
		conflicts: [],
	});
	const over = goOn(begun, now, shown, { ...shown.whole, name: "theirs and mine" });
	expect(meet(fields, over, now)).toEqual({
		whole: { name: "theirs and mine", links: others },
		taken: [],
		conflicts: [],
	});
});
