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

test("nobody is offered what they may not do", () => {
	const offered = names("", ["pages-read"]);
	expect(offered).toContain("Pages");
	for (const name of ["Wording", "People", "Log", "New page", "Invite somebody"]) {
		expect(names("")).toContain(name);
		expect(offered).not.toContain(name);
	}
});
