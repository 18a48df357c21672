import { setToken } from "@pailou/core";
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useScheduledRefresh } from "@/admin/pages/editor/useScheduledRefresh";

beforeEach(() => {
	vi.useFakeTimers();
	setToken("t");
});
afterEach(() => vi.useRealTimers());

const days = 24 * 60 * 60_000;

test("refresh after a scheduled time is repeated with backoff", async () => {
	const at = Date.now() + 60 * days;
	const seen: number[] = [];
	renderHook(() => useScheduledRefresh(at, async () => void seen.push(Date.now() - at)));
	await vi.advanceTimersByTimeAsync(60 * days);
	expect(seen).toEqual([]);
	await vi.advanceTimersByTimeAsync(days);
	expect(seen.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
	expect(seen).toHaveLength(8);
});

test("changed or removed schedule cancels the refresh", async () => {
	const look = vi.fn(async () => {});
	const { rerender, unmount } = renderHook(({ at }) => useScheduledRefresh(at, look), {
		initialProps: { at: (Date.now() + 1000) as number | null },
	});
	rerender({ at: null });
	await vi.advanceTimersByTimeAsync(days);
	expect(look).not.toHaveBeenCalled();
	rerender({ at: Date.now() + 1000 });
	unmount();
	await vi.advanceTimersByTimeAsync(days);
	expect(look).not.toHaveBeenCalled();
});

test("failed refresh after a scheduled time is repeated", async () => {
	const look = vi.fn(() => Promise.reject(new TypeError("network")));
	renderHook(() => useScheduledRefresh(Date.now(), look));
	await vi.advanceTimersByTimeAsync(4_000);
	expect(look).toHaveBeenCalledTimes(2);
});
