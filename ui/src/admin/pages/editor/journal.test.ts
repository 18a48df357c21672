import { afterEach, expect, test, vi } from "vitest";
import { type Entry, journalOf } from "@/admin/pages/editor/journal";

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	localStorage.clear();
});

const entry = (text: string, at: number): Entry => ({ text, base: "base", revision: "1", at });

test("what another tab, or this one before it was closed, has left is found, the newest first", () => {
	const mine = journalOf("p1", "zh", "mine");
	journalOf("p1", "zh", "a").write(entry("older", 1));
	journalOf("p1", "zh", "b").write(entry("newer", 2));
	journalOf("p1", "en", "c").write(entry("of the other language", 3));
	journalOf("p10", "zh", "d").write(entry("of another page", 4));
	mine.write(entry("own", 5));
	expect(mine.kept().map(({ text }) => text)).toEqual(["newer", "older"]);
	for (const { key } of mine.kept()) mine.drop(key);
	expect(mine.kept()).toEqual([]);
	expect(
		journalOf("p1", "zh", "next")
			.kept()
			.map(({ text }) => text),
	).toEqual(["own"]);
	mine.clear();
	expect(journalOf("p1", "zh", "next").kept()).toEqual([]);
});

test("what is no journal is passed over", () => {
	localStorage.setItem("website_journal/p1/zh/a", "{");
	localStorage.setItem("website_journal/p1/zh/b", '{"text":1}');
	localStorage.setItem("website_journal/p1/zh/c", "null");
	expect(journalOf("p1", "zh").kept()).toEqual([]);
});

test("a storage that is full or blocked keeps nothing, and says so", () => {
	const refuse = () => {
		throw new DOMException("full", "QuotaExceededError");
	};
	vi.stubGlobal("localStorage", { setItem: refuse, removeItem: refuse, key: refuse, getItem: refuse, length: 1 });
	const journal = journalOf("p1", "zh");
	expect(journal.write(entry("x", 1))).toBe(false);
	expect(journal.kept()).toEqual([]);
	expect(() => journal.clear()).not.toThrow();
});
