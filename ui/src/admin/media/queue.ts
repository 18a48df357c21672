// Upload queue, one file at a time. Uploads continue while the user visits other pages of the admin area.
import { type Outgoing, outgoing } from "@/admin/media/upload";

export interface Sent {
	key: number;
	outgoing: Outgoing;
	/** Path of the file that is replaced. */
	replaces: string | undefined;
	file: File;
}

const listeners = new Set<() => void>();
let list: Sent[] = [];
let isBusy = false;
let keys = 0;

function changed(): void {
	// Subscribers compare lists by identity.
	list = [...list];
	for (const listener of listeners) listener();
}

export function uploads(): Sent[] {
	return list;
}

export function watchUploads(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export function addUploads(files: Iterable<File>, replaces?: string): void {
	for (const file of files) {
		keys += 1;
		list.push({ key: keys, file, replaces, outgoing: outgoing(file, replaces, changed) });
	}
	changed();
	void run();
}

/** Removes an upload from the list, and cancels it if it is running. */
export function dropUpload({ key, outgoing }: Sent): void {
	list = list.filter((one) => one.key !== key);
	const { state } = outgoing.look();
	if (state !== "done" && state !== "refused") outgoing.cancel();
	changed();
}

/** Retries an upload immediately; a rejected one is started again. */
export function retryUpload(one: Sent): void {
	if (one.outgoing.look().state !== "refused") one.outgoing.retryNow();
	else {
		dropUpload(one);
		addUploads([one.file], one.replaces);
	}
}

async function run(): Promise<void> {
	if (isBusy) return;
	isBusy = true;
	window.addEventListener("beforeunload", stay);
	for (let next = waiting(); next; next = waiting()) await next.outgoing.go();
	window.removeEventListener("beforeunload", stay);
	isBusy = false;
}

function waiting(): Sent | undefined {
	return list.find(({ outgoing }) => outgoing.look().state === "queued");
}

function stay(event: BeforeUnloadEvent): void {
	event.preventDefault();
}
