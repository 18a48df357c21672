import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Entry, localDraftsOf } from "@/admin/pages/editor/localDrafts";

interface Transaction {
	options: unknown;
	oncomplete?: () => void;
	onabort?: () => void;
	error?: Error;
}

const texts = new Map<string, unknown>();
const writes: { value: unknown; transaction: Transaction }[] = [];

/** Minimal test double of IndexedDB. A write is pending until the test completes it. */
const database = {
	transaction(_store: string, mode: string, options: unknown) {
		const transaction: Transaction = { options };
		if (mode === "readonly") queueMicrotask(() => transaction.oncomplete?.());
		const write = (value: unknown, act: () => void) => {
			act();
			writes.push({ value, transaction });
			return {};
		};
		return Object.assign(transaction, {
			objectStore: () => ({
				put: (value: { key: string }) => write(value, () => texts.set(value.key, value)),
				delete: (key: string) => write(key, () => texts.delete(key)),
				getAll: () => ({ result: [...texts.values()] }),
			}),
		});
	},
};

beforeAll(() => {
	vi.stubGlobal("indexedDB", {
		open() {
			const request: { result: unknown; onsuccess?: () => void } = { result: database };
			queueMicrotask(() => request.onsuccess?.());
			return request;
		},
	});
});
beforeEach(() => {
	texts.clear();
	writes.length = 0;
	localStorage.clear();
});

const entry = (text: string, at = 1): Entry => ({ text, base: "", revision: "1", at });
const settled = () => new Promise((resolve) => setTimeout(resolve));
const written = () => writes.map(({ value }) => (value instanceof Object && "text" in value ? value.text : "gone"));

test("draft storage confirms a write only after the commit", async () => {
	const localDrafts = localDraftsOf("p1", "zh", { id: "1", name: "ann" }, "mine");
	const answers: string[] = [];
	void localDrafts.write(entry("a")).then((isKept) => answers.push(`a ${isKept}`));
	await settled();
	for (const text of ["ab", "abc"])
		void localDrafts.write(entry(text)).then((isKept) => answers.push(`${text} ${isKept}`));
	await settled();
	expect([written(), answers]).toEqual([["a"], []]);
	expect(writes[0]?.transaction.options).toEqual({ durability: "strict" });
	writes[0]?.transaction.oncomplete?.();
	await settled();
	expect([written(), answers]).toEqual([["a", "abc"], ["a true"]]);
	localDrafts.clear();
	writes[1]?.transaction.oncomplete?.();
	await settled();
	expect([written(), answers]).toEqual([
		["a", "abc", "gone"],
		["a true", "ab true", "abc true"],
	]);
	expect(localStorage.length).toBe(0);
});

test("failed draft storage write falls back to localStorage", async () => {
	const localDrafts = localDraftsOf("p1", "zh", { id: "1", name: "ann" }, "mine");
	const isKept = localDrafts.write(entry("old", 1));
	await settled();
	writes[0]?.transaction.oncomplete?.();
	expect(await isKept).toBe(true);
	const isStillKept = localDrafts.write(entry("new", 2));
	await settled();
	texts.set("website_journal/p1/zh/mine", { ...entry("old", 1), key: "website_journal/p1/zh/mine" });
	writes[1]?.transaction.onabort?.();
	expect(await isStillKept).toBe(true);
	const found = await localDraftsOf("p1", "zh", { id: "1", name: "ann" }, "next").drafts();
	expect(found.map(({ text }) => text)).toEqual(["new"]);
});
