// Upload queue, one file at a time. Uploads continue while the user visits other pages of the admin area.
import { type FileUpload, fileUpload } from "@/admin/media/upload";

export interface QueuedUpload {
	key: number;
	upload: FileUpload;
	/** Path of the file that is replaced. */
	replaces: string | undefined;
	file: File;
}

const listeners = new Set<() => void>();
let list: QueuedUpload[] = [];
let isBusy = false;
let lastKey = 0;

function changed(): void {
	// Creates a new array, because subscribers compare lists by identity.
	list = [...list];
	for (const listener of listeners) listener();
}

export function uploads(): QueuedUpload[] {
	return list;
}

export function watchUploads(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export function addUploads(files: Iterable<File>, replaces?: string): void {
	for (const file of files) {
		lastKey += 1;
		list.push({ key: lastKey, file, replaces, upload: fileUpload(file, replaces, changed) });
	}
	changed();
	void run();
}

/** Removes an upload from the list, and cancels it unless it has finished. */
export function removeUpload({ key, upload: outgoing }: QueuedUpload): void {
	list = list.filter((one) => one.key !== key);
	const { state } = outgoing.status();
	if (state !== "done" && state !== "refused") outgoing.cancel();
	changed();
}

/** Retries an upload immediately. A rejected upload starts again from the beginning. */
export function retryUpload(one: QueuedUpload): void {
	if (one.upload.status().state !== "refused") one.upload.retryNow();
	else {
		removeUpload(one);
		addUploads([one.file], one.replaces);
	}
}

async function run(): Promise<void> {
	if (isBusy) return;
	isBusy = true;
	window.addEventListener("beforeunload", preventLeaving);
	for (let next = firstQueued(); next; next = firstQueued()) await next.upload.start();
	window.removeEventListener("beforeunload", preventLeaving);
	isBusy = false;
}

function firstQueued(): QueuedUpload | undefined {
	return list.find(({ upload: outgoing }) => outgoing.status().state === "queued");
}

function preventLeaving(event: BeforeUnloadEvent): void {
	event.preventDefault();
}
