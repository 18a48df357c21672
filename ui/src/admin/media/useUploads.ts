import { useEffect, useRef, useSyncExternalStore } from "react";
import { type Sent, uploads, watchUploads } from "@/admin/media/queue";

const none: Sent[] = [];

/** The files on their way. Calls back with each that has arrived. */
export function useUploads(arrived: (one: Sent) => void): Sent[] {
	const list = useSyncExternalStore(watchUploads, uploads, () => none);
	const told = useRef<Set<number>>(undefined);
	useEffect(() => {
		const done = list.filter(({ outgoing }) => outgoing.look().state === "done");
		// Those that were there before this page are no news to it.
		const known = told.current ?? new Set(done.map(({ key }) => key));
		told.current = known;
		for (const one of done) {
			if (known.has(one.key)) continue;
			known.add(one.key);
			arrived(one);
		}
	}, [list, arrived]);
	return list;
}
