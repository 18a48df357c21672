import { useEffect, useState } from "react";

const step = 20;

/** Returns how many of `all` items of a list to render. The number grows every frame, so that each frame is short. */
export function useProgressiveList(all: number): number {
	const [shown, setShown] = useState(step);
	useEffect(() => {
		if (shown >= all) return;
		const frame = requestAnimationFrame(() => setShown(shown + step));
		return () => cancelAnimationFrame(frame);
	}, [shown, all]);
	return shown;
}
