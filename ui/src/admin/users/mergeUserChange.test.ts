import { expect, test } from "vitest";
import { type Draft, mergeUserChange } from "@/admin/users/mergeUserChange";

const base: Draft = { name: "bob", role: "editor", locales: ["zh"], areas: [], disabled: false };
const rights = ["role", "locales", "areas"];

test.each<[name: string, mine: Partial<Draft>, theirs: Partial<Draft>, adopted: string[], conflicts: string[]]>([
	["unchanged account needs no merge", {}, {}, [], []],
	["draft change is kept", { name: "rob" }, {}, [], []],
	["account change is applied to the draft", {}, { name: "rob", disabled: true }, ["name", "disabled"], []],
	[
		"changes of different fields are merged",
		{ role: "translator" },
		{ name: "rob", locales: ["en"] },
		["name", "locales"],
		[],
	],
	["equal changes are no conflict", { name: "rob" }, { name: "rob" }, [], []],
	[
		"different changes of one field are a conflict",
		{ name: "rob" },
		{ name: "bobby", areas: ["docs"] },
		["areas"],
		["name"],
	],
	["order of the access scope is ignored", { locales: ["en", "zh"] }, { locales: ["zh", "en"] }, [], []],
	[
		"account role without scope replaces the draft's scope",
		{ name: "rob" },
		{ role: "analyst", locales: [] },
		rights,
		[],
	],
	["draft role without scope is kept", { role: "analyst", locales: [] }, { name: "rob" }, ["name"], []],
	[
		"account role without scope conflicts with a draft scope",
		{ locales: ["en"] },
		{ role: "analyst", locales: [] },
		[],
		rights,
	],
	[
		"draft role without scope conflicts with an account scope",
		{ role: "analyst", locales: [] },
		{ locales: ["en"] },
		[],
		rights,
	],
	[
		"account role without scope conflicts with a draft role",
		{ role: "translator" },
		{ role: "analyst", locales: [] },
		[],
		rights,
	],
	[
		"different roles without scope conflict in the role only",
		{ role: "analyst", locales: [] },
		{ role: "reviewer", locales: [] },
		[],
		["role"],
	],
])("merge of account changes: %s", (_, mine, theirs, adopted, conflicts) => {
	const result = mergeUserChange(base, { ...base, ...mine }, { ...base, ...theirs });
	expect(result).toMatchObject({ base, adopted, conflicts });
});
