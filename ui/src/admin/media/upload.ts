// Resumable upload of a file in parts. After an interruption it waits, and requests the offset from the server.
import { isLoggedIn, onSessionChange, token } from "@pailou/core";
import { uploadBytes } from "@/admin/bytes";
import { change, get, ProblemError, post } from "@/shared/http/api";
import type { MediaFile, NewUpload, Upload } from "@/shared/http/types";

const uploads = "/api/v1/admin/uploads";

/** Minimum and maximum size of a part, in bytes. The maximum is the limit of the server. */
const minSize = 256 << 10;
const maxSize = 1 << 20;

/** Duration below which the next part is larger, and above which it is smaller, in milliseconds. */
const quick = 1000;
const slow = 4000;

const longest = 30_000;

/** Maximum number of uploads of a file from the beginning. */
const mostBeginnings = 3;

/** State of an upload. `sent` is the number of bytes that the server has received. */
export type Look =
	| { state: "queued" | "sending" | "offline" | "loggedOut"; sent: number }
	| { state: "done"; file: MediaFile; removed: string[] }
	| { state: "refused"; error: ProblemError }
	| { state: "cancelled" };

export interface Outgoing {
	name: string;
	bytes: number;
	look: () => Look;
	/** Sends the file from the current offset; returns the final state: done, rejected, or canceled. */
	go: () => Promise<Look>;
	/** Ends the current pause. */
	retryNow: () => void;
	cancel: () => void;
}

export function outgoing(file: File, replaces: string | undefined, changed: () => void): Outgoing {
	const ending = new AbortController();
	const { signal } = ending;
	let look: Look = { state: "queued", sent: 0 };
	let known: Upload | undefined;
	/** Whether the offset must be requested from the server. */
	let isUnsure = false;
	let size = minSize;
	let limit = maxSize;
	let wake: (() => void) | undefined;

	const show = (now: Look) => {
		look = now;
		changed();
	};
	const showSent = (state: "sending" | "offline" | "loggedOut") => show({ state, sent: known?.received ?? 0 });

	async function go(): Promise<Look> {
		let failures = 0;
		let beginnings = 0;
		while (!signal.aborted) {
			const login = token();
			try {
				showSent("sending");
				if (signal.aborted) break;
				if (!known) beginnings += 1;
				known = await step();
				if (known.file) {
					show({ state: "done", file: known.file, removed: known.removed });
					return look;
				}
				failures = 0;
			} catch (error) {
				if (signal.aborted) break;
				console.debug("uploading part failed", error);
				const status = error instanceof ProblemError ? error.problem.status : 0;
				if (known && status === 413 && size > 1) {
					limit = Math.max(1, Math.floor(size / 2));
					size = limit;
				} else if (status === 401) {
					// A 401 response to a part does not open the login; the following status request does.
					if (known && !isUnsure) isUnsure = true;
					else await loggedIn(login);
				} else if (known && status === 404 && beginnings < mostBeginnings) {
					known = undefined;
				} else if (error instanceof ProblemError && !isPassing(error, isUnsure)) {
					known = undefined;
					show({ state: "refused", error });
					return look;
				} else {
					isUnsure = known !== undefined;
					failures += 1;
					const retryAfter = error instanceof ProblemError ? error.wait * 1000 : 0;
					await pause(Math.max(retryAfter, Math.min(longest, 500 * 2 ** failures)));
				}
			}
		}
		show({ state: "cancelled" });
		return look;
	}

	/** Sends one request, which begins the upload, requests its offset, or sends a part. */
	async function step(): Promise<Upload> {
		if (!known) {
			const begun: NewUpload = { name: file.name, bytes: file.size, ...(replaces === undefined ? {} : { replaces }) };
			isUnsure = false;
			return post<Upload>(uploads, begun);
		}
		const url = `${uploads}/${known.id}`;
		if (isUnsure) {
			const status = await get<Upload>(url, signal);
			isUnsure = false;
			return status;
		}
		const began = performance.now();
		const from = known.received;
		const answer = await uploadBytes<Upload>(`${url}?offset=${from}`, file.slice(from, from + size), signal);
		const took = performance.now() - began;
		if (took < quick) size = Math.min(limit, size * 2);
		else if (took > slow) size = Math.max(Math.min(minSize, limit), Math.floor(size / 2));
		return answer;
	}

	/** Waits until the network may be available again, or until the user retries. */
	function pause(time: number): Promise<void> {
		showSent("offline");
		return new Promise((done) => {
			const end = () => {
				clearTimeout(timer);
				window.removeEventListener("online", end);
				signal.removeEventListener("abort", end);
				wake = undefined;
				done();
			};
			const timer = setTimeout(end, time);
			window.addEventListener("online", end);
			signal.addEventListener("abort", end);
			wake = end;
		});
	}

	function loggedIn(login: string | undefined): Promise<void> {
		if (isLoggedIn() && token() !== login) return Promise.resolve();
		showSent("loggedOut");
		return new Promise((done) => {
			const end = () => {
				stop();
				signal.removeEventListener("abort", end);
				done();
			};
			const stop = onSessionChange((isIn) => isIn && end());
			signal.addEventListener("abort", end);
		});
	}

	return {
		name: file.name,
		bytes: file.size,
		look: () => look,
		go,
		retryNow: () => wake?.(),
		cancel() {
			ending.abort();
			show({ state: "cancelled" });
			// If this fails, the server deletes the unfinished upload after a day.
			if (known) change<void>("DELETE", `${uploads}/${known.id}`).catch(() => undefined);
		},
	};
}

/** Whether a retry may succeed. */
function isPassing({ problem }: ProblemError, isAsking: boolean): boolean {
	const { status, errors } = problem;
	if (status >= 500 || status === 408 || status === 429) return true;
	// Error: a part was not sent completely, or its response was lost.
	return !isAsking && (status === 400 || errors.some(({ field, code }) => field === "offset" && code === "unexpected"));
}
