import { expect, test } from "vitest";
import { bodyOf, entry, entryAt, moved, type Navigation, navigationOf } from "@/admin/site/navigation";

const withoutIds = (navigation: Navigation) =>
	JSON.parse(JSON.stringify(navigation, (key, value) => (key === "id" ? undefined : value)));

test.each<[name: string, navigation: Navigation]>([
	["built-in lists", {}],
	["empty list", { footer: [] }],
	[
		"two custom lists",
		{ header: [entry("文档", "Docs", "/docs")], footer: [entry("", "Forum", "https://example.org/", "en")] },
	],
])("form entries round-trip through the published navigation: %s", (_, navigation) => {
	expect(withoutIds(navigationOf(bodyOf(navigation)))).toEqual(withoutIds(navigation));
});

test("link label of an excluded language is not published", () => {
	const body = bodyOf({ header: [entry("社区", "left over", "/", "zh")] });
	expect(JSON.parse(body)).toEqual({ header: [{ label: { zh: "社区" }, only: "zh", to: "/" }] });
});

test("line number of an error is mapped to a navigation link", () => {
	const [a, b, c] = [entry("甲", "A", "/a"), entry("乙", "B", "/b"), entry("丙", "C", "/c")];
	for (const navigation of [
		{ header: [a, b], footer: [c] },
		{ footer: [a, b, c] },
		{ header: [], footer: [a, b, c] },
	]) {
		const lines = bodyOf(navigation).split("\n");
		for (const one of [a, b, c]) {
			const line = lines.findIndex((text) => text.includes(`"${one.to}"`)) + 1;
			expect(entryAt(navigation, line)).toBe(one);
		}
		expect(entryAt(navigation, 1)).toBeUndefined();
		expect(entryAt(navigation, lines.length)).toBeUndefined();
	}
});

test("navigation link is moved by one position", () => {
	const [a, b] = [entry("甲"), entry("乙")];
	expect([moved([a, b], 0, 1), moved([a, b], 1, -1)]).toEqual([
		[b, a],
		[b, a],
	]);
});
