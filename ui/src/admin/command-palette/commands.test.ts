import { expect, test } from "vitest";
import { commandsFor, matching } from "@/admin/command-palette/commands";
import { user } from "@/admin/testing";

const names = (typed: string, permissions = user.permissions) =>
	matching(commandsFor({ ...user, permissions }, "en-US"), typed).map(({ name }) => name);

test("command is found by its name in either language or by a synonym", () => {
	expect(names("wording")).toEqual(["Interface text"]);
	expect(names("界面 文字")).toEqual(["Interface text"]);
	expect(names("LOG OUT")).toEqual(["Log out"]);
	expect(names("no such thing")).toEqual([]);
});

test.each([
	["css", ["Styles and site files"]],
	["重定向", ["Redirects"]],
	["redirect", ["Redirects"]],
	["config", ["Styles and site files"]],
	["landing", ["Reorder front page"]],
	// Admin pages precede actions, even if the page matches only by a synonym.
	["invit", ["Users", "Invite user"]],
])("palette search for %s finds %j", (typed, found) => {
	expect(names(typed)).toEqual(found);
});

test("commands without permission are not listed", () => {
	const offered = names("", ["pages-read"]);
	expect(offered).toContain("Pages");
	for (const name of ["Interface text", "Users", "Audit log", "New page", "Reorder front page", "Invite user"]) {
		expect(names("")).toContain(name);
		expect(offered).not.toContain(name);
	}
});

test("command for the block order needs edit rights for the front page", () => {
	const offered = (limits: object) => commandsFor({ ...user, ...limits }, "en-US").map(({ id }) => id);
	expect(offered({ areas: ["landing"], locales: ["zh"] })).toContain("frontPage");
	expect(offered({ areas: ["docs"] })).not.toContain("frontPage");
});
