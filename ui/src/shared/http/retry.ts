// Retries after a network failure, with exponential backoff. One `online` event is not enough: browsers send it when a
// network interface is up. Name resolution, a VPN, or a service worker may not be ready at that time.
import { useEffect, useEffectEvent } from "react";

/** Minimum and maximum delay before an attempt, in milliseconds. The delay doubles with each attempt. */
const shortest = 1_000;
const longest = 30_000;

/** Whether a request failed without a response: a network error (`fetch` rejects with a `TypeError`), or a timeout. */
export function isNetworkError(error: unknown): boolean {
	return error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
}

/**
 * Repeats `attempt` until the returned function is called. While the document is visible, attempts are made after a
 * growing delay, which begins when the previous attempt has settled. An attempt is made immediately when the document
 * becomes visible or the browser is online again. Errors are ignored: `attempt` must report them.
 */
export function retryWithBackoff(attempt: () => Promise<unknown>): () => void {
	let delay = shortest;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let latest = 0;
	let isRunning = false;

	function schedule(): void {
		clearTimeout(timer);
		if (document.visibilityState === "hidden") return;
		timer = setTimeout(() => void run(), delay);
		delay = Math.min(delay * 2, longest);
	}

	async function run(): Promise<void> {
		clearTimeout(timer);
		latest += 1;
		const own = latest;
		isRunning = true;
		await attempt().catch(() => undefined);
		if (own !== latest) return;
		isRunning = false;
		schedule();
	}

	// Also called during an attempt, because the connection of that attempt may use the lost network.
	const restart = () => {
		delay = shortest;
		void run();
	};
	const onVisibilityChange = () => {
		if (document.visibilityState === "hidden") clearTimeout(timer);
		else if (!isRunning) restart();
	};

	addEventListener("online", restart);
	document.addEventListener("visibilitychange", onVisibilityChange);
	schedule();
	return () => {
		latest += 1;
		clearTimeout(timer);
		removeEventListener("online", restart);
		document.removeEventListener("visibilitychange", onVisibilityChange);
	};
}

/** Repeats `attempt` with `retryWithBackoff` while `isFailing`, until the component is unmounted. */
export function useRetryWithBackoff(isFailing: boolean, attempt: () => Promise<unknown>): void {
	const attemptNow = useEffectEvent(attempt);
	useEffect(() => {
		if (!isFailing) return;
		return retryWithBackoff(() => attemptNow());
	}, [isFailing]);
}
