import { useEffect, useEffectEvent, useState } from "react";

/** Delay in milliseconds: the server checks the deadline once per second. */
const LATER = 1500;

/** Counts down the seconds to a time on the clock of `performance.now()`, and then calls `over`. */
export function useSecondsLeft(until: number, over: () => void): number {
	const [left, setLeft] = useState(() => until - performance.now());
	// Calls `over` once, regardless of how often the component renders.
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
