import { afterEach, expect, test } from "vitest";
import { filled, isSingular, messages, setMessages } from "@/shared/i18n";
import { placeholdersOf } from "@/shared/i18n/placeholders";

const catalogues = import.meta.glob<Record<string, string>>("@messages/*/*.json", { eager: true, import: "default" });

const byName = new Map<string, Partial<Record<string, Record<string, string>>>>();
for (const [path, catalogue] of Object.entries(catalogues)) {
	const [name = "", language = ""] = path.split("/").reverse();
	byName.set(name, { ...byName.get(name), [language]: catalogue });
}

test("message files of every area are found", () => {
	const areas = ["admin", "app", "assistant", "datastat", "docs", "landing", "localization", "shared"];
	expect([...byName.keys()]).toEqual(expect.arrayContaining(areas.map((area) => `${area}.json`)));
});

test.each([...byName])("%s has the same keys and placeholders in both languages", (_name, { en = {}, zh = {} }) => {
	const plural = Object.keys(en).filter((key) => !key.endsWith(".one"));
	expect(Object.keys(zh).sort()).toEqual(plural.sort());
	for (const key of plural) expect(placeholdersOf(zh[key] ?? ""), key).toEqual(placeholdersOf(en[key] ?? ""));
});

test.each([...byName])("messages of %s are trimmed and not empty", (_name, languages) => {
	for (const catalogue of Object.values(languages)) {
		for (const [key, sentence] of Object.entries(catalogue ?? {})) {
			expect(sentence.trim(), key).toBe(sentence);
			expect(sentence, key).not.toBe("");
		}
	}
});

test.each([...byName])("%s has correct spacing and punctuation in Chinese", (_name, { zh = {} }) => {
	for (const [key, sentence] of Object.entries(zh)) {
		expect(sentence, key).not.toMatch(/[\p{Script=Han}][A-Za-z0-9]|[A-Za-z0-9][\p{Script=Han}]/u);
		expect(sentence, key).not.toMatch(/[\p{Script=Han}][,.;:!?]/u);
	}
});

test("singular rule equals that of Intl", () => {
	for (const locale of ["zh-CN", "en-US"] as const) {
		const rules = new Intl.PluralRules(locale);
		for (const count of [0, 1, 2, 11, 21, 101]) expect(isSingular(locale, count)).toBe(rules.select(count) === "one");
	}
});

test("placeholders are replaced; English count 1 is singular", () => {
	expect(filled("{a} of {b}", { a: 1 })).toBe("1 of {b}");
	const text = messages("any", { pages: "{count} pages", "pages.one": "One page" }, { pages: "{count} 页" });
	expect(text("en-US", "pages", { count: 1 })).toBe("One page");
	expect(text("en-US", "pages", { count: 2 })).toBe("2 pages");
	expect(text("zh-CN", "pages", { count: 1 })).toBe("1 页");
});

afterEach(() => setMessages(undefined));

test("message override applies only to its language and area", () => {
	const english = { pages: "{count} pages", "pages.one": "One page", open: "Open" };
	const text = messages("docs", english, { pages: "{count} 页", open: "打开" });
	const other = messages("other", { open: "Open" }, { open: "打开" });
	setMessages({ "en-US": { docs: { open: "<b>Go</b>", "pages.one": "A single page" } } });
	expect([text("en-US", "open"), text("zh-CN", "open"), other("en-US", "open")]).toEqual(["<b>Go</b>", "打开", "Open"]);
	expect([1, 2].map((count) => text("en-US", "pages", { count }))).toEqual(["A single page", "2 pages"]);
	setMessages({ "zh-CN": { docs: { pages: "共 {count} 页" } } });
	expect([text("zh-CN", "pages", { count: 1 }), text("en-US", "open")]).toEqual(["共 1 页", "Open"]);
});
