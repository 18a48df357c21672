import { expect, test } from "vitest";
import { type Draft, mergeUserChange } from "@/admin/people/mergeUserChange";

const base: Draft = { name: "bob", role: "editor", locales: ["zh"], areas: [], disabled: false };
const rights = ["role", "locales", "areas"];

test.each<[name: string, mine: Partial<Draft>, theirs: Partial<Draft>, taken: string[], conflicts: string[]]>([
	["nothing was changed", {}, {}, [], []],
	["only here", { name: "rob" }, {}, [], []],
	["only there", {}, { name: "rob", disabled: true }, ["name", "disabled"], []],
	["each another field", { role: "translator" }, { name: "rob", locales: ["en"] }, ["name", "locales"], []],
	["both the same", { name: "rob" }, { name: "rob" }, [], []],
	["both otherwise", { name: "rob" }, { name: "bobby", areas: ["docs"] }, ["areas"], ["name"]],
	["limits in another order", { locales: ["en", "zh"] }, { locales: ["zh", "en"] }, [], []],
	["a role without limits there", { name: "rob" }, { role: "analyst", locales: [] }, rights, []],
	["a role without limits here", { role: "analyst", locales: [] }, { name: "rob" }, ["name"], []],
	["a role without limits there, limits here", { locales: ["en"] }, { role: "analyst", locales: [] }, [], rights],
	["a role without limits here, limits there", { role: "analyst", locales: [] }, { locales: ["en"] }, [], rights],
	["a role without limits there, another here", { role: "translator" }, { role: "analyst", locales: [] }, [], rights],
	["roles without limits", { role: "analyst", locales: [] }, { role: "reviewer", locales: [] }, [], ["role"]],
])("%s", (_, mine, theirs, taken, conflicts) => {
	const result = mergeUserChange(base, { ...base, ...mine }, { ...base, ...theirs });
	expect(result).toMatchObject({ base, taken, conflicts });
});
