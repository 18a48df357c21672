import { useEffect, useEffectEvent, useState } from "react";

/** Delay of the callback after the deadline, in milliseconds, because the server checks deadlines once per second. */
const LATER = 1500;

/**
 * Returns the seconds left until `until`, a time of `performance.now()`. Calls `over` once, `LATER` milliseconds after
 * `until`.
 */
export function useSecondsLeft(until: number, over: () => void): number {
	const [left, setLeft] = useState(() => until - performance.now());
	// A new function `over` in a later render does not restart the timers.
	const end = useEffectEvent(over);
	useEffect(() => {
		const clock = setInterval(() => setLeft(until - performance.now()), 1000);
		const last = setTimeout(() => end(), until - performance.now() + LATER);
		return () => {
			clearInterval(clock);
			clearTimeout(last);
		};
	}, [until]);
	return Math.max(0, Math.ceil(left / 1000));
}
