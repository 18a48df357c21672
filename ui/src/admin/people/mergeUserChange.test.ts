import { expect, test } from "vitest";
import { type Draft, mergeUserChange } from "@/admin/people/mergeUserChange";

const base: Draft = { name: "bob", role: "editor", locales: ["zh"], areas: [], disabled: false };
const rights = ["role", "locales", "areas"];

test.each<[name: string, mine: Partial<Draft>, theirs: Partial<Draft>, taken: string[], conflicts: string[]]>([
	["unchanged account", {}, {}, [], []],
	["only the draft was changed", { name: "rob" }, {}, [], []],
	["only the account was changed", {}, { name: "rob", disabled: true }, ["name", "disabled"], []],
	["different fields were changed", { role: "translator" }, { name: "rob", locales: ["en"] }, ["name", "locales"], []],
	["same change on both sides", { name: "rob" }, { name: "rob" }, [], []],
	["different changes of one field", { name: "rob" }, { name: "bobby", areas: ["docs"] }, ["areas"], ["name"]],
	["order of the access scope is ignored", { locales: ["en", "zh"] }, { locales: ["zh", "en"] }, [], []],
	["role without access scope: changed account", { name: "rob" }, { role: "analyst", locales: [] }, rights, []],
	["role without access scope: changed draft", { role: "analyst", locales: [] }, { name: "rob" }, ["name"], []],
	[
		"changed account has no access scope, draft has one",
		{ locales: ["en"] },
		{ role: "analyst", locales: [] },
		[],
		rights,
	],
	[
		"changed draft has no access scope, account has one",
		{ role: "analyst", locales: [] },
		{ locales: ["en"] },
		[],
		rights,
	],
	[
		"changed account has no access scope, draft a new role",
		{ role: "translator" },
		{ role: "analyst", locales: [] },
		[],
		rights,
	],
	[
		"both roles are without access scope",
		{ role: "analyst", locales: [] },
		{ role: "reviewer", locales: [] },
		[],
		["role"],
	],
])("%s", (_, mine, theirs, taken, conflicts) => {
	const result = mergeUserChange(base, { ...base, ...mine }, { ...base, ...theirs });
	expect(result).toMatchObject({ base, taken, conflicts });
});
