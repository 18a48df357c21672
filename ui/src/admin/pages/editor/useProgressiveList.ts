import { useEffect, useState } from "react";

const step = 20;

/** How many of many things to show: more with every picture, so that none of them takes long. */
export function useProgressiveList(all: number): number {
	const [shown, setShown] = useState(step);
	useEffect(() => {
		if (shown >= all) return;
		const frame = requestAnimationFrame(() => setShown(shown + step));
		return () => cancelAnimationFrame(frame);
	}, [shown, all]);
	return shown;
}
