import { isLoggedIn } from "@pailou/core";
import { useEffect, useEffectEvent } from "react";

/**
 * Delay of the first request after the scheduled time, in milliseconds. The second request follows after the same
 * delay; the delay doubles for each further request.
 */
const first = 2_000;
const looks = 8;

/** Maximum delay of a timer, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Calls `look` after the scheduled time `at`, if any, and repeats this until `at` changes, at most `looks` times. */
export function useScheduledRefresh(at: number | null, look: () => Promise<void>): void {
	const refreshNow = useEffectEvent(() => {
		if (isLoggedIn())
			look().catch((error: unknown) => console.debug("refreshing page after scheduled time failed", error));
	});
	useEffect(() => {
		if (at === null) return;
		let timer: ReturnType<typeof setTimeout>;
		let done = 0;
		let next = at + first;
		const wait = () => {
			timer = setTimeout(wake, Math.min(Math.max(next - Date.now(), 0), longest));
		};
		const wake = () => {
			if (Date.now() >= next) {
				refreshNow();
				next = Date.now() + first * 2 ** done;
				done += 1;
			}
			if (done < looks) wait();
		};
		wait();
		return () => clearTimeout(timer);
	}, [at]);
}
