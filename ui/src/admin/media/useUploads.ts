import { useEffect, useRef, useSyncExternalStore } from "react";
import { type Sent, uploads, watchUploads } from "@/admin/media/queue";

const none: Sent[] = [];

/** Current uploads. Calls `arrived` for each finished one. */
export function useUploads(arrived: (one: Sent) => void): Sent[] {
	const list = useSyncExternalStore(watchUploads, uploads, () => none);
	const reportedKeys = useRef<Set<number>>(undefined);
	useEffect(() => {
		const done = list.filter(({ outgoing }) => outgoing.look().state === "done");
		// Uploads that were finished before this page was opened are not reported.
		const known = reportedKeys.current ?? new Set(done.map(({ key }) => key));
		reportedKeys.current = known;
		for (const one of done) {
			if (known.has(one.key)) continue;
			known.add(one.key);
			arrived(one);
		}
	}, [list, arrived]);
	return list;
}
