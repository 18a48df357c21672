/** Calls `act` after `count` frames, without delaying any of them. The returned function cancels the call. */
export function afterFrames(count: number, act: () => void): () => void {
	let frame = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const wait = (left: number) => {
		frame = requestAnimationFrame(() => {
			if (left > 1) wait(left - 1);
			// Runs after the frame is painted.
			else timer = setTimeout(act);
		});
	};
	wait(count);
	return () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
}
