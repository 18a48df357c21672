import { clearToken, setToken } from "@pailou/core";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDraft } from "@/admin/config/useDraft";
import { rememberName } from "@/shared/login/session";

beforeEach(() => {
	rememberName("ann");
	setToken("t");
});
afterEach(() => {
	cleanup();
	clearToken();
	localStorage.clear();
});

const words = (value: unknown) => (typeof value === "string" ? value : undefined);
const key = "website_draft/ann/a";

const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

function draft() {
	const { result, rerender } = renderHook(() => useDraft("a", words));
	return {
		now: () => result.current[0],
		set: (next: string | undefined) => act(() => result.current[1](next)),
		rerender,
	};
}

test("discarding a draft keeps the draft of another tab", () => {
	const { set } = draft();
	set("mine");
	localStorage.setItem(key, '"of another tab"');
	set(undefined);
	expect(localStorage.getItem(key)).toBe('"of another tab"');
	expect(draft().now()).toBe("of another tab");
});

test("closing asks for confirmation if another tab overwrote the draft", () => {
	const { set } = draft();
	set("mine");
	expect(leave()).toBe(true);
	localStorage.setItem(key, '"of another tab"');
	expect(leave()).toBe(false);
});

test.each(["{", "null", "1"])("invalid stored draft is ignored: %s", (stored) => {
	localStorage.setItem(key, stored);
	expect(draft().now()).toBeUndefined();
});

test("form switches to the draft of the user who logs in", () => {
	const { now, set, rerender } = draft();
	set("of ann");
	rememberName("bob");
	rerender();
	expect(now()).toBeUndefined();
	set("of bob");
	rememberName("ann");
	rerender();
	expect(now()).toBe("of ann");
});

test("discarded draft does not return after a failed write", () => {
	const { now, set } = draft();
	set("short");
	const storage = localStorage;
	const full = () => {
		throw new DOMException("full", "QuotaExceededError");
	};
	vi.stubGlobal("localStorage", { getItem: (name: string) => storage.getItem(name), setItem: full });
	set("shortly longer");
	vi.unstubAllGlobals();
	expect(now()).toBe("shortly longer");
	expect(leave()).toBe(false);
	set(undefined);
	expect(localStorage.getItem(key)).toBeNull();
	expect(draft().now()).toBeUndefined();
});

test("function passed to the draft setter receives the latest draft", () => {
	const { result, rerender } = renderHook(() => useDraft("a", words));
	const [, set] = result.current;
	act(() => set("before"));
	act(() => result.current[1]("since"));
	act(() => set((latest) => `${latest}, kept`));
	expect(result.current[0]).toBe("since, kept");
	rememberName("bob");
	rerender();
	act(() => result.current[1]("of bob"));
	act(() => set((latest) => `${latest} again`));
	expect(result.current[0]).toBe("of bob");
	expect(localStorage.getItem(key)).toBe('"since, kept again"');
});
