/** Does something once that many pictures were painted, each of which it must not hold up. What comes back calls it off. */
export function afterFrames(count: number, act: () => void): () => void {
	let frame = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const wait = (left: number) => {
		frame = requestAnimationFrame(() => {
			if (left > 1) wait(left - 1);
			// After the picture, not before it.
			else timer = setTimeout(act);
		});
	};
	wait(count);
	return () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
}
