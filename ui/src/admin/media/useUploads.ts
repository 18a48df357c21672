import { useEffect, useRef, useSyncExternalStore } from "react";
import { type QueuedUpload, uploads, watchUploads } from "@/admin/media/queue";

const none: QueuedUpload[] = [];

/** Returns the current uploads. Calls `arrived` for each upload that finishes while the page is open. */
export function useUploads(arrived: (one: QueuedUpload) => void): QueuedUpload[] {
	const list = useSyncExternalStore(watchUploads, uploads, () => none);
	const reportedKeys = useRef<Set<number>>(undefined);
	useEffect(() => {
		const done = list.filter(({ upload: outgoing }) => outgoing.status().state === "done");
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
