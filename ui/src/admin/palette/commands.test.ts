import { expect, test } from "vitest";
import { commandsFor, fitting } from "@/admin/palette/commands";
import { user } from "@/admin/testing";

const names = (typed: string, may = user.may) =>
	fitting(commandsFor({ ...user, may }, "en-US"), typed).map(({ name }) => name);

test("a command is found by words of either language", () => {
	expect(names("wording")).toEqual(["Wording"]);
	expect(names("界面 文字")).toEqual(["Wording"]);
	expect(names("LOG OUT")).toEqual(["Log out"]);
	expect(names("no such thing")).toEqual([]);
});

test.each([
	["css", ["Style and values"]],
	["重定向", ["Old addresses"]],
	["redirect", ["Old addresses"]],
	["config", ["Style and values"]],
	["landing", ["Arrange the front page"]],
	// What is called so comes before what may be meant.
	["invit", ["People", "Invite somebody"]],
])("%s is another word for %j", (typed, found) => {
	expect(names(typed)).toEqual(found);
});

test("nobody is offered what they may not do", () => {
	const offered = names("", ["pages-read"]);
	expect(offered).toContain("Pages");
	for (const name of ["Wording", "People", "Log", "New page", "Arrange the front page", "Invite somebody"]) {
		expect(names("")).toContain(name);
		expect(offered).not.toContain(name);
	}
});

test("only who may change the front page in some language is led to its order", () => {
	const offered = (limits: object) => commandsFor({ ...user, ...limits }, "en-US").map(({ id }) => id);
	expect(offered({ areas: ["landing"], locales: ["zh"] })).toContain("frontPage");
	expect(offered({ areas: ["docs"] })).not.toContain("frontPage");
});
