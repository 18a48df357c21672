import { expect, test } from "vitest";
import { type About, aboutOf, bodyOf } from "@/admin/site/about";

test.each<[name: string, about: About]>([
	["nothing of its own", { zh: "", en: "", editUrl: "", offline: "", embed: "" }],
	[
		"all of it",
		{
			zh: "站",
			en: "Site",
			editUrl: "https://git.example.org/{file}",
			offline: "false",
			embed: "https://www.example.org\nhttp://localhost:3000",
		},
	],
])("published value round-trips: %s", (_, about) => {
	expect(aboutOf(bodyOf(about))).toEqual(about);
});

test("blanks around a name are not published, and blanks alone are an empty field", () => {
	const body = bodyOf({ zh: "   ", en: " My site ", editUrl: "", offline: "", embed: " " });
	expect(JSON.parse(body)).toEqual({ title: { en: "My site" } });
});
