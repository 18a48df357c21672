import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePolling } from "@/admin/webhooks/usePolling";

const refresh = vi.fn();
const renderAskAgain = (waiting: string) =>
	renderHook(({ waiting }) => usePolling(waiting, refresh), { initialProps: { waiting } });

beforeEach(() => {
	vi.useFakeTimers();
	refresh.mockClear();
});

afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.restoreAllMocks();
});

function timesAt(...seconds: number[]): number[] {
	let now = 0;
	return seconds.map((second) => {
		vi.advanceTimersByTime(Math.round((second - now) * 1000));
		now = second;
		return refresh.mock.calls.length;
	});
}

test("pending deliveries are polled after 1, 3, and 7 seconds", () => {
	renderAskAgain("msg_1");
	expect(timesAt(0.9, 1, 2.9, 3, 6.9, 7, 600)).toEqual([0, 1, 1, 2, 2, 3, 3]);
});

test("deliveries are not polled if none is pending", () => {
	const { rerender } = renderAskAgain("");
	expect(timesAt(60)).toEqual([0]);
	rerender({ waiting: "msg_1" });
	expect(timesAt(1)).toEqual([1]);
	rerender({ waiting: "" });
	expect(timesAt(60)).toEqual([1]);
});

test("deliveries are not polled on a hidden page or after unmount", () => {
	const look = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
	const { unmount } = renderAskAgain("msg_1");
	expect(timesAt(5)).toEqual([0]);
	look.mockReturnValue("visible");
	expect(timesAt(1)).toEqual([1]);
	unmount();
	expect(timesAt(60)).toEqual([1]);
});
