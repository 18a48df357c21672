import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { search } from "@/docs/api";
import { useSearch } from "@/docs/useSearch";
import { ProblemError } from "@/shared/http/api";

vi.mock("@/docs/api", () => ({ search: vi.fn() }));

const request = vi.mocked(search);
let isOnline: boolean;

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(console, "error").mockImplementation(() => {});
	vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
	isOnline = true;
	request.mockReset().mockRejectedValue(new TypeError("Failed to fetch"));
});

afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function searchFor(typed: string) {
	const hook = renderHook(({ typed }) => useSearch(typed, "en-US", undefined), { initialProps: { typed } });
	await wait(120);
	return hook;
}

const noHits = { total: 0, sum: undefined, data: [] };

test("search is retried until the network is restored", async () => {
	isOnline = false;
	const { result } = await searchFor("import");
	expect(result.current.answer).toEqual({ state: "failed", cause: "offline" });
	isOnline = true;
	act(() => void dispatchEvent(new Event("online")));
	await wait(0);
	expect([result.current.answer, request.mock.calls.length]).toEqual([{ state: "failed", cause: "network" }, 2]);
	await wait(1000);
	expect(request).toHaveBeenCalledTimes(3);
	request.mockResolvedValue(noHits);
	await wait(2000);
	expect(result.current.answer).toEqual({ state: "found", words: "import", total: 0, hits: [] });
	await wait(600_000);
	expect(request).toHaveBeenCalledTimes(4);
});

test("search error stays visible during a retry", async () => {
	const { result } = await searchFor("import");
	request.mockReturnValue(new Promise(() => {}));
	await wait(1000);
	expect(request).toHaveBeenCalledTimes(2);
	expect(result.current.answer).toEqual({ state: "failed", cause: "network" });
});

test("new query aborts the retry of a search", async () => {
	const { result, rerender } = await searchFor("import");
	let finish = (_hits: typeof noHits) => {};
	request.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
	await wait(1000);
	request.mockResolvedValue({ ...noHits, total: 1 });
	rerender({ typed: "export" });
	finish(noHits);
	await wait(0);
	expect(result.current.answer.state).toBe("searching");
	await wait(120);
	expect(result.current.answer).toMatchObject({ state: "found", words: "export", total: 1 });
});

test("HTTP error is not retried automatically", async () => {
	const problem = { type: "", title: "", status: 500, detail: "", code: "internal", errors: [] };
	request.mockRejectedValue(new ProblemError(problem));
	const { result } = await searchFor("import");
	expect(result.current.answer).toEqual({ state: "failed", cause: "http" });
	await wait(600_000);
	expect(request).toHaveBeenCalledTimes(1);
	act(() => result.current.again());
	await wait(120);
	expect(request).toHaveBeenCalledTimes(2);
});

test("search is not retried after the dialog is closed", async () => {
	const { unmount } = await searchFor("import");
	unmount();
	await wait(600_000);
	expect(request).toHaveBeenCalledTimes(1);
});

test("every render has the answer to its own query", async () => {
	request.mockResolvedValue(noHits);
	const states: string[] = [];
	const { rerender } = renderHook(
		({ typed }) => {
			const { answer } = useSearch(typed, "en-US", undefined);
			states.push(`${typed}: ${answer.state}`);
		},
		{ initialProps: { typed: "" } },
	);
	rerender({ typed: "import" });
	await wait(120);
	rerender({ typed: "export" });
	await wait(120);
	rerender({ typed: " " });
	await wait(120);
	const distinct = [...new Set(states)];
	expect(distinct).toEqual([
		": idle",
		"import: searching",
		"import: found",
		"export: searching",
		"export: found",
		" : idle",
	]);
});
