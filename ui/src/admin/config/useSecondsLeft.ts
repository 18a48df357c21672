import { useEffect, useEffectEvent, useState } from "react";

/** The server looks at its clock once a second. */
const LATER = 1500;

/** Counts down to a time, as `performance.now()` counts, and looks once what has become of it. */
export function useSecondsLeft(until: number, over: () => void): number {
	const [left, setLeft] = useState(() => until - performance.now());
	// Once, however often the page is drawn meanwhile.
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
