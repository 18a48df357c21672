import { afterEach, expect, test, vi } from "vitest";
import { draftsOfOthers, type Entry, type LocalDrafts, localDraftsOf } from "@/admin/pages/editor/localDrafts";

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	localStorage.clear();
});

const ann = { id: "1", name: "ann" };
const ben = { id: "2", name: "ben" };

const entry = (text: string, at: number): Entry => ({ text, base: "base", revision: "1", at });

const texts = async ({ drafts }: LocalDrafts) => (await drafts()).map(({ text }) => text);

// jsdom has no IndexedDB, so these tests use `localStorage`.
test("stored texts of other tabs are found, newest first", async () => {
	const mine = localDraftsOf("p1", "zh", ann, "mine");
	await localDraftsOf("p1", "zh", ann, "a").write(entry("older", 1));
	await localDraftsOf("p1", "zh", ann, "b").write(entry("newer", 2));
	await localDraftsOf("p1", "en", ann, "c").write(entry("of the other language", 3));
	await localDraftsOf("p10", "zh", ann, "d").write(entry("of another page", 4));
	await mine.write(entry("own", 5));
	expect(await texts(mine)).toEqual(["newer", "older"]);
	for (const { key } of await mine.drafts()) mine.drop(key);
	expect(await texts(mine)).toEqual([]);
	const next = localDraftsOf("p1", "zh", ann, "next");
	expect(await texts(next)).toEqual(["own"]);
	mine.clear();
	await vi.waitFor(async () => expect(await texts(next)).toEqual([]));
});

test("stored texts are separated by user, page, and language", async () => {
	await localDraftsOf("p1", "zh", ann).write(entry("of ann", 1));
	await localDraftsOf("p1", "en", ann).write(entry("newer", 2));
	await localDraftsOf("p2", "zh", ann).write(entry("elsewhere", 3));
	const old = { ...entry("of an unknown author", 4) };
	localStorage.setItem("website_journal/p1/zh/old", JSON.stringify(old));
	const own = localDraftsOf("p1", "zh", ben);
	await own.write(entry("own", 5));
	expect(await texts(own)).toEqual(["of an unknown author"]);
	expect(await texts(localDraftsOf("p1", "zh", ann))).toEqual(["of an unknown author", "of ann"]);
	const others = await draftsOfOthers("p1", ben.id);
	expect(others.map(({ by, text }) => [by.name, text])).toEqual([
		["ann", "newer"],
		["ann", "of ann"],
	]);
});

test("renamed user keeps stored texts", async () => {
	await localDraftsOf("p1", "zh", ann).write(entry("of ann", 1));
	expect(await texts(localDraftsOf("p1", "zh", { ...ann, name: "Anne" }))).toEqual(["of ann"]);
	expect(await draftsOfOthers("p1", ann.id)).toEqual([]);
});

test("invalid entries in the browser storage are ignored", async () => {
	localStorage.setItem("website_journal/p1/zh/a", "{");
	localStorage.setItem("website_journal/p1/zh/b", '{"text":1}');
	localStorage.setItem("website_journal/p1/zh/c", "null");
	expect(await localDraftsOf("p1", "zh", ann).drafts()).toEqual([]);
});

test("full or blocked storage reports failure", async () => {
	const refuse = () => {
		throw new DOMException("full", "QuotaExceededError");
	};
	vi.stubGlobal("localStorage", { setItem: refuse, removeItem: refuse, key: refuse, getItem: refuse, length: 1 });
	const localDrafts = localDraftsOf("p1", "zh", ann);
	expect(await localDrafts.write(entry("x", 1))).toBe(false);
	expect(await localDrafts.drafts()).toEqual([]);
	expect(() => localDrafts.clear()).not.toThrow();
});
