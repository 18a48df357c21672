import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProblemError } from "@/shared/http/api";
import { isNetworkError, useRetryWithBackoff } from "@/shared/http/retry";

const attempt = vi.fn<() => Promise<unknown>>();

beforeEach(() => {
	vi.useFakeTimers();
	attempt.mockReset().mockRejectedValue(new TypeError("Failed to fetch"));
});

afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const retry = (isFailing = true) =>
	renderHook(({ isFailing }) => useRetryWithBackoff(isFailing, attempt), { initialProps: { isFailing } });

/** Returns the number of retries by each of these times, in seconds from now. */
async function attemptsAt(...seconds: number[]): Promise<number[]> {
	const counts: number[] = [];
	let now = 0;
	for (const second of seconds) {
		await vi.advanceTimersByTimeAsync(Math.round((second - now) * 1000));
		now = second;
		counts.push(attempt.mock.calls.length);
	}
	return counts;
}

function showDocument(state: DocumentVisibilityState): void {
	vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
	document.dispatchEvent(new Event("visibilitychange"));
}

const goOnline = () => dispatchEvent(new Event("online"));

test("retry delay doubles from 1 s up to 30 s", async () => {
	retry();
	expect(await attemptsAt(0.9, 1, 2.9, 3, 7, 15, 31, 60.9, 61, 90.9, 91)).toEqual([0, 1, 1, 2, 3, 4, 5, 5, 6, 6, 7]);
});

test("online event starts a retry and resets the delay", async () => {
	retry();
	expect(await attemptsAt(7)).toEqual([3]);
	goOnline();
	expect(await attemptsAt(0, 0.9, 1, 3)).toEqual([4, 4, 5, 6]);
});

test("online event replaces a pending retry", async () => {
	attempt.mockReturnValueOnce(new Promise(() => {}));
	retry();
	expect(await attemptsAt(1, 60)).toEqual([1, 1]);
	goOnline();
	expect(await attemptsAt(0, 1, 3)).toEqual([2, 3, 4]);
});

test("retry delay begins when the previous retry has ended", async () => {
	attempt.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 10_000)));
	retry();
	expect(await attemptsAt(1, 12.9, 13)).toEqual([1, 1, 2]);
});

test("hidden browser tab retries only when visible again", async () => {
	retry();
	showDocument("hidden");
	expect(await attemptsAt(600)).toEqual([0]);
	showDocument("visible");
	expect(await attemptsAt(0, 1)).toEqual([1, 2]);
});

test("tab hidden during a retry makes no further retry", async () => {
	attempt.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 10_000)));
	retry();
	await attemptsAt(1);
	showDocument("hidden");
	expect(await attemptsAt(600)).toEqual([1]);
});

test("tab made visible during a retry starts no second retry", async () => {
	attempt.mockReturnValueOnce(new Promise(() => {}));
	retry();
	await attemptsAt(1);
	showDocument("hidden");
	showDocument("visible");
	expect(await attemptsAt(60)).toEqual([1]);
});

test("online event starts no retry if nothing has failed", async () => {
	retry(false);
	goOnline();
	expect(await attemptsAt(600)).toEqual([0]);
});

test.each<[name: string, end: (hook: ReturnType<typeof retry>) => void]>([
	["end of the failure", ({ rerender }) => rerender({ isFailing: false })],
	["unmount", ({ unmount }) => unmount()],
])("%s stops the retries", async (_name, end) => {
	const hook = retry();
	expect(await attemptsAt(1)).toEqual([1]);
	end(hook);
	goOnline();
	showDocument("visible");
	expect(await attemptsAt(600)).toEqual([1]);
});

test("unmount during a retry stops the retries", async () => {
	attempt.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 10_000)));
	const { unmount } = retry();
	await attemptsAt(1);
	unmount();
	expect(await attemptsAt(600)).toEqual([1]);
});

const problem = { type: "", title: "", status: 503, detail: "", code: "unavailable", errors: [] };

test.each<[error: unknown, expected: boolean]>([
	[new TypeError("Failed to fetch"), true],
	[new DOMException("", "TimeoutError"), true],
	[new DOMException("", "AbortError"), false],
	[new ProblemError(problem), false],
	[new SyntaxError("Unexpected token"), false],
])("%s is a network error: %s", (error, expected) => {
	expect(isNetworkError(error)).toBe(expected);
});
