// Resumable upload of a file in parts. After an interruption, the upload waits, and then requests the offset from the
// server.
import { isLoggedIn, onSessionChange, token } from "@pailou/core";
import { uploadBytes } from "@/admin/bytes";
import { change, get, ProblemError, post } from "@/shared/http/api";
import type { MediaFile, NewUpload, Upload } from "@/shared/http/types";

const uploads = "/api/v1/admin/uploads";

/**
 * Minimum and maximum size of a part, in bytes. The maximum is the limit of the server. After a 413 response, parts
 * have at most half of the rejected size, even below the minimum.
 */
const minSize = 256 << 10;
const maxSize = 1 << 20;

/** Times in milliseconds: the part size doubles if a part took less than `quickPart`, and halves above `slowPart`. */
const quickPart = 1000;
const slowPart = 4000;

const maxPause = 30_000;

/** Maximum number of times that the upload of a file starts from the beginning. */
const maxStarts = 3;

/** State of an upload. `sent` is the number of bytes that the server has received. */
export type UploadStatus =
	| { state: "queued" | "sending" | "offline" | "loggedOut"; sent: number }
	| { state: "done"; file: MediaFile; removed: string[] }
	| { state: "refused"; error: ProblemError }
	| { state: "cancelled" };

export interface FileUpload {
	name: string;
	bytes: number;
	status: () => UploadStatus;
	/** Sends the file from the current offset; returns the final state: done, rejected, or canceled. */
	start: () => Promise<UploadStatus>;
	/** Ends the current pause between two attempts. */
	retryNow: () => void;
	cancel: () => void;
}

export function fileUpload(file: File, replaces: string | undefined, changed: () => void): FileUpload {
	const abort = new AbortController();
	const { signal } = abort;
	let status: UploadStatus = { state: "queued", sent: 0 };
	let upload: Upload | undefined;
	/** Whether the offset must be requested from the server. */
	let isOffsetUnknown = false;
	let partSize = minSize;
	let maxPartSize = maxSize;
	let endPause: (() => void) | undefined;

	const setStatus = (now: UploadStatus) => {
		status = now;
		changed();
	};
	const setUnfinished = (state: "sending" | "offline" | "loggedOut") =>
		setStatus({ state, sent: upload?.received ?? 0 });

	async function start(): Promise<UploadStatus> {
		let failures = 0;
		let starts = 0;
		while (!signal.aborted) {
			const login = token();
			try {
				setUnfinished("sending");
				if (signal.aborted) break;
				if (!upload) starts += 1;
				upload = await step();
				if (upload.file) {
					setStatus({ state: "done", file: upload.file, removed: upload.removed });
					return status;
				}
				failures = 0;
			} catch (error) {
				if (signal.aborted) break;
				console.debug("uploading part failed", error);
				const httpStatus = error instanceof ProblemError ? error.problem.status : 0;
				if (upload && httpStatus === 413 && partSize > 1) {
					maxPartSize = Math.max(1, Math.floor(partSize / 2));
					partSize = maxPartSize;
				} else if (httpStatus === 401) {
					// A 401 response to a part does not open the login form, but a 401 response to the next status
					// request does.
					if (upload && !isOffsetUnknown) isOffsetUnknown = true;
					else await waitForLogin(login);
				} else if (upload && httpStatus === 404 && starts < maxStarts) {
					upload = undefined;
				} else if (error instanceof ProblemError && !isTemporary(error, isOffsetUnknown)) {
					upload = undefined;
					setStatus({ state: "refused", error });
					return status;
				} else {
					isOffsetUnknown = upload !== undefined;
					failures += 1;
					const retryAfter = error instanceof ProblemError ? error.wait * 1000 : 0;
					await pause(Math.max(retryAfter, Math.min(maxPause, 500 * 2 ** failures)));
				}
			}
		}
		setStatus({ state: "cancelled" });
		return status;
	}

	/** Sends one request, which begins the upload, requests its offset, or sends a part. */
	async function step(): Promise<Upload> {
		if (!upload) {
			const newUpload: NewUpload = {
				name: file.name,
				bytes: file.size,
				...(replaces === undefined ? {} : { replaces }),
			};
			isOffsetUnknown = false;
			return post<Upload>(uploads, newUpload);
		}
		const url = `${uploads}/${upload.id}`;
		if (isOffsetUnknown) {
			const status = await get<Upload>(url, signal);
			isOffsetUnknown = false;
			return status;
		}
		const began = performance.now();
		const from = upload.received;
		const answer = await uploadBytes<Upload>(`${url}?offset=${from}`, file.slice(from, from + partSize), signal);
		const took = performance.now() - began;
		if (took < quickPart) partSize = Math.min(maxPartSize, partSize * 2);
		else if (took > slowPart) partSize = Math.max(Math.min(minSize, maxPartSize), Math.floor(partSize / 2));
		return answer;
	}

	/** Waits for the given time, but ends early when the browser is online again or the user retries. */
	function pause(time: number): Promise<void> {
		setUnfinished("offline");
		return new Promise((done) => {
			const end = () => {
				clearTimeout(timer);
				window.removeEventListener("online", end);
				signal.removeEventListener("abort", end);
				endPause = undefined;
				done();
			};
			const timer = setTimeout(end, time);
			window.addEventListener("online", end);
			signal.addEventListener("abort", end);
			endPause = end;
		});
	}

	function waitForLogin(login: string | undefined): Promise<void> {
		if (isLoggedIn() && token() !== login) return Promise.resolve();
		setUnfinished("loggedOut");
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
		status: () => status,
		start: start,
		retryNow: () => endPause?.(),
		cancel() {
			abort.abort();
			setStatus({ state: "cancelled" });
			// If the request fails, the server deletes the unfinished upload after a day.
			if (upload) change<void>("DELETE", `${uploads}/${upload.id}`).catch(() => undefined);
		},
	};
}

/** Whether a retry may succeed. */
function isTemporary({ problem }: ProblemError, isOffsetRequest: boolean): boolean {
	const { status, errors } = problem;
	if (status >= 500 || status === 408 || status === 429) return true;
	// These errors mean that a part did not arrive completely, or that its response was lost.
	return (
		!isOffsetRequest &&
		(status === 400 || errors.some(({ field, code }) => field === "offset" && code === "unexpected"))
	);
}
