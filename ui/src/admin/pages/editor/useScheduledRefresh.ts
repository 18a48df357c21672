import { isLoggedIn } from "@pailou/core";
import { useEffect, useEffectEvent } from "react";

/** How long the server may take from the moment on; and where it takes longer, each further wait is twice as long. */
const first = 2_000;
const looks = 8;

/** The longest that a timer waits. */
const longest = 2 ** 31 - 1;

/** Looks what has become of something after the time for which it waits: again a few times, while it still waits. */
export function useScheduledRefresh(at: number | null, look: () => Promise<void>): void {
	const lookNow = useEffectEvent(() => {
		if (isLoggedIn()) look().catch((error: unknown) => console.debug("not looked at what was due", error));
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
				lookNow();
				next = Date.now() + first * 2 ** done;
				done += 1;
			}
			if (done < looks) wait();
		};
		wait();
		return () => clearTimeout(timer);
	}, [at]);
}
