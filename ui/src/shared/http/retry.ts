// Retries after a network failure, with exponential backoff. One `online` event is not enough: browsers send it when a
// network interface is up, which is before name resolution, a VPN, or a service worker works.
import { useEffect, useEffectEvent } from "react";

/** Minimum and maximum delay before an attempt, in milliseconds. It doubles with each attempt. */
const shortest = 1_000;
const longest = 30_000;

/** Whether a request failed without a response: `fetch` rejects with a `TypeError` (Fetch standard, "network error"). */
export function isNetworkError(error: unknown): boolean {
	return error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
}

/**
 * Repeats `attempt`, which reports its own errors, until the returned function is called: after a growing delay while the document is visible, and at
 * once when it becomes visible or the browser is online again. The next delay begins when the attempt has settled.
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

	// Called also during an attempt, because the connection of the attempt may use the lost network.
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
