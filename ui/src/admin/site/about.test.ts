import { expect, test } from "vitest";
import { type About, aboutOf, bodyOf } from "@/admin/site/about";

test.each<[name: string, about: About]>([
	["all fields empty", { zh: "", en: "", editUrl: "", offline: "", embed: "" }],
	[
		"all fields set",
		{
			zh: "站",
			en: "Site",
			editUrl: "https://git.example.org/{file}",
			offline: "false",
			embed: "https://www.example.org\nhttp://localhost:3000",
		},
	],
])("form fields round-trip through the published file: %s", (_, about) => {
	expect(aboutOf(bodyOf(about))).toEqual(about);
});

test("white space around a name is not published", () => {
	const body = bodyOf({ zh: "   ", en: " My site ", editUrl: "", offline: "", embed: " " });
	expect(JSON.parse(body)).toEqual({ title: { en: "My site" } });
});
