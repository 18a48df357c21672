// Autosave of a draft: stores input in this browser immediately, and sends it after a pause. Changes that
// other users have saved are merged. Only one request runs at a time.
import { isLoggedIn, onSessionChange, token } from "@pailou/core";
import type { LocalDrafts } from "@/admin/pages/editor/localDrafts";
import { type Choice, merge } from "@/admin/pages/editor/merge";
import { ProblemError } from "@/shared/http/api";
import { retryWithBackoff } from "@/shared/http/retry";
import type { SavedDraft } from "@/shared/http/types";

/** Pause in typing before the text is sent, in milliseconds. */
export const pause = 1500;

export type Saving =
	| { state: "saved" }
	| { state: "typed" }
	| { state: "saving" }
	/**
	 * The request has failed. It is retried with exponential backoff, after further input, and when the browser is
	 * online again.
	 */
	| { state: "waiting"; why: ProblemError | undefined }
	/** The session has expired. The text is sent again after the login. */
	| { state: "loggedOut" }
	/** Another user is logged in. The text is sent when its author has logged in again. */
	| { state: "another" }
	| { state: "refused"; why: ProblemError }
	/** Two users have changed the same lines, so the user must resolve the conflict. */
	| { state: "conflict"; base: string; theirs: string };

/** Whether the typed text is stored in this browser; `storing`: a write is in progress. */
export type LocalCopyState = "stored" | "storing" | "failed";

/** A text with its revision on the server. */
export interface SavedText {
	text: string;
	revision: string;
}

interface Options {
	/** Text on the server. */
	text: string;
	revision: string;
	localDrafts: LocalDrafts;
	/** Session token of the author of this text. */
	login: string | undefined;
	/**
	 * Returns whether the logged-in user is the author of this text. Called if the session token is no longer that of
	 * the author.
	 */
	isOwn: () => Promise<boolean>;
	/** `baseRevision`: revision of the newer published text that was merged into this text, if there was one. */
	send: (text: string, revision: string, baseRevision: string | undefined) => Promise<SavedDraft>;
	/** Replaces the text in the editor, after an automatic merge or a conflict resolution (`isDecided`). */
	replace: (text: string, isDecided: boolean) => void;
	saved: (draft: SavedDraft, text: string) => void;
	/** Whether an input method is composing. The text must not change during a composition. */
	isComposing: () => boolean;
	changed: () => void;
}

export interface Autosave {
	now: () => Saving;
	text: () => string;
	/** Text on the server. */
	savedText: () => string;
	revision: () => string;
	type: (text: string) => void;
	/** Sends unsent text; returns whether the server has the complete text. */
	flush: () => Promise<boolean>;
	/** Replaces text and revision after another operation, such as restoring a revision or discarding the draft. */
	replaceBase: (text: string, revision: string) => void;
	/**
	 * Merges the server's current text after another operation. `requestRevision` is the revision at the time of the
	 * request. Returns false and does nothing if the text was saved after the request or is being saved, or if an input
	 * method is composing.
	 */
	sync: (current: SavedText, requestRevision: string) => boolean;
	/** Rebases the draft from the published text `base` onto the newer text `published`. */
	rebase: (base: string, published: SavedText) => void;
	/** Merges text that an earlier visit or another tab has stored in this browser. */
	restore: (entry: { text: string; base: string }) => void;
	/**
	 * Resolves a conflict by choosing one side for the lines that both users have changed; all other changes are kept.
	 */
	decide: (choice: Choice) => void;
	/** Retries a failed save immediately. Called when the server is reachable again. */
	again: () => void;
	localCopyState: () => LocalCopyState;
	/** Whether closing the page would lose text. */
	isAtRisk: () => boolean;
	stop: () => void;
}

export function autosave(options: Options): Autosave {
	const { localDrafts, send, replace, isComposing } = options;
	let { text, text: saved, revision } = options;
	let saving: Saving = { state: "saved" };
	// Texts that were sent after the last successful response. The server may have stored any of them.
	const sent = new Set<string>();
	let baseRevision: string | undefined;
	let ownLogin = options.login;
	let localCopyState: LocalCopyState = "stored";
	let timer: ReturnType<typeof setTimeout> | undefined;
	let sending: Promise<void> | undefined;
	let stopRetrying: (() => void) | undefined;
	/** Earliest time of a retry, as required by `Retry-After` in the last response. */
	let retryAt = 0;

	const setSaving = (next: Saving) => {
		if (saving.state === next.state && next.state === "typed") return;
		saving = next;
		updateRetrying();
		options.changed();
	};
	const storeDraft = () => {
		const entry = { text, base: mergeBase(), revision, at: Date.now() };
		const isLatest = () => entry.text === text && localCopyState === "storing";
		localCopyState = "storing";
		void localDrafts.write(entry).then((isStored) => {
			if (!isLatest()) return;
			localCopyState = isStored ? "stored" : "failed";
			options.changed();
		});
	};
	const retry = async () => {
		if (saving.state === "waiting" && Date.now() >= retryAt) await save();
	};
	/** Starts or stops retries. The delay grows with consecutive failures, even if the user types between them. */
	const updateRetrying = () => {
		if (saving.state === "waiting") {
			retryAt = Date.now() + (saving.why?.wait ?? 0) * 1000;
			stopRetrying ??= retryWithBackoff(retry);
		} else if (saving.state !== "typed" && saving.state !== "saving") {
			stopRetrying?.();
			stopRetrying = undefined;
		}
	};
	const schedule = () => {
		clearTimeout(timer);
		timer = setTimeout(() => void save(), pause);
	};

	function type(next: string): void {
		if (next === text) return;
		text = next;
		storeDraft();
		// During a conflict, further input changes the displayed lines but not the state.
		if (saving.state === "conflict") options.changed();
		if (saving.state === "conflict" || needsLogin()) return;
		if (!sending) setSaving({ state: "typed" });
		schedule();
	}

	function save(): Promise<void> {
		clearTimeout(timer);
		if (sending) return sending;
		if (saving.state === "conflict") return Promise.resolve();
		if (isSaved()) {
			setSaved();
			return Promise.resolve();
		}
		if (!isLoggedIn()) {
			setSaving({ state: "loggedOut" });
			return Promise.resolve();
		}
		if (isComposing()) {
			schedule();
			return Promise.resolve();
		}
		setSaving({ state: "saving" });
		sending = attempt().finally(() => {
			sending = undefined;
			if (saving.state !== "saving" && saving.state !== "typed") return;
			if (isSaved()) setSaved();
			else {
				setSaving({ state: "typed" });
				schedule();
			}
		});
		return sending;
	}

	/** Whether sending must wait for a login. */
	function needsLogin(): boolean {
		return saving.state === "loggedOut" || saving.state === "another";
	}

	/** Merge base: the server's text or, during a conflict with it, the older text that both users have changed. */
	function mergeBase(): string {
		return saving.state === "conflict" && saving.theirs === saved ? saving.base : saved;
	}

	/** Whether the server has exactly this text, and no pending request could still store a text that was undone. */
	function isSaved(): boolean {
		return text === saved && baseRevision === undefined && sent.size === 0;
	}

	function setSaved(): void {
		localDrafts.clear();
		localCopyState = "stored";
		setSaving({ state: "saved" });
	}

	async function attempt(): Promise<void> {
		const login = token();
		let first: string | undefined;
		try {
			if (login !== ownLogin && !(await options.isOwn())) {
				fail({ state: "another" });
				return;
			}
			// If another login has happened during the check, the next attempt checks again.
			if (token() !== login) return;
			ownLogin = login;
			const [sentText, base] = [text, baseRevision];
			if (!sent.has(sentText)) first = sentText;
			sent.add(sentText);
			const draft = await send(sentText, revision, base);
			if (baseRevision === base) baseRevision = undefined;
			[saved, revision] = [sentText, draft.revision];
			sent.clear();
			if (text !== saved) storeDraft();
			options.saved(draft, sentText);
		} catch (error) {
			// The server has not stored a text that it rejected, unless an earlier request contained the same text.
			if (error instanceof ProblemError && error.problem.status < 500 && first !== undefined) sent.delete(first);
			if (!(error instanceof ProblemError)) fail({ state: "waiting", why: undefined });
			else if (error.problem.status === 412) handleConflict(error);
			else if (error.problem.status === 401) {
				// If the user has logged in again since the request, the text is sent again without requesting a login.
				if (!isLoggedIn() || token() === login) fail({ state: "loggedOut" });
			} else if (error.problem.status === 429 || error.problem.status >= 500) fail({ state: "waiting", why: error });
			else fail({ state: "refused", why: error });
		}
	}

	/** Sets the state after a failure, unless a conflict must be resolved first. */
	function fail(next: Saving): void {
		if (saving.state !== "conflict") setSaving(next);
	}

	/** Handles a 412 response: the text on the server is newer than the revision of the request. */
	function handleConflict(error: ProblemError): void {
		const current = parseConflictBody(error, "current");
		if (!current) fail({ state: "refused", why: error });
		// During a composition the text must not change, so the next attempt handles the conflict.
		else if (!isComposing()) mergeServerText(current);
	}

	function mergeServerText(current: SavedText): void {
		// If a response was lost, the text on the server may be one that this editor has sent.
		const base = sent.has(current.text) ? current.text : mergeBase();
		// Texts of earlier requests have been overwritten, or will be rejected because of their revision.
		sent.clear();
		[saved, revision] = [current.text, current.revision];
		mergeTheirs(base, saved);
	}

	/** Merges the text of the other user (`theirs`), or reports a conflict that the user must resolve. */
	function mergeTheirs(base: string, theirs: string): void {
		const merged = merge(base, text, theirs);
		// A conflict with a newer published text is discarded. The next attempt to publish reports that conflict again.
		if (saving.state === "conflict") baseRevision = undefined;
		if (!merged.isClean) {
			setSaving({ state: "conflict", base, theirs });
			storeDraft();
			return;
		}
		if (saving.state === "conflict") setSaving({ state: "typed" });
		setText(merged.text);
	}

	function setText(next: string, isDecided = false): void {
		const isAnother = next !== text;
		text = next;
		if (isAnother) replace(next, isDecided);
		if (text !== saved) storeDraft();
	}

	function replaceBase(next: string, nextRevision: string): void {
		clearTimeout(timer);
		[saved, revision, baseRevision] = [next, nextRevision, undefined];
		sent.clear();
		setText(next);
		setSaved();
	}

	function restore(entry: { text: string; base: string }): void {
		setText(text === saved ? entry.text : merge(mergeBase(), text, entry.text).text);
		mergeTheirs(entry.base, saved);
		resume();
	}

	function resume(): void {
		if (saving.state === "conflict") return;
		if (isSaved()) setSaved();
		else {
			setSaving({ state: "typed" });
			schedule();
		}
	}

	function sync(current: SavedText, requestRevision: string): boolean {
		// A save that is running, or that was sent after the request for `current`, detects changes of other users
		// itself. The text must not change during a composition.
		if (sending || isComposing() || revision !== requestRevision) return false;
		if (current.text === saved) revision = current.revision;
		else {
			mergeServerText(current);
			resume();
		}
		return true;
	}

	function rebase(base: string, published: SavedText): void {
		// The current conflict must be resolved first. The next attempt to publish reports the newer text again.
		if (saving.state === "conflict") return;
		baseRevision = published.revision;
		mergeTheirs(base, published.text);
		resume();
	}

	function resolveConflict(choice: Choice): void {
		if (saving.state !== "conflict") return;
		const { base, theirs } = saving;
		const chosen = merge(base, text, theirs, choice).text;
		setSaving({ state: "typed" });
		// Merges all other changes in a separate step, so that undo reverts only the choice of the user.
		setText(merge(base, text, theirs, "ours").text);
		setText(chosen, true);
		void save();
	}

	async function flush(): Promise<boolean> {
		if (sending) await sending;
		if (!isSaved()) await save();
		// Sends text that was typed during the request.
		if (!isSaved() && saving.state === "typed") await save();
		return isSaved();
	}

	const retryNow = () => {
		if (saving.state === "waiting") void save();
	};
	const stopWatching = onSessionChange((isIn) => {
		if (!isIn || !needsLogin()) return;
		saving = { state: "typed" };
		void save();
	});

	return {
		now: () => saving,
		text: () => text,
		savedText: () => saved,
		revision: () => revision,
		type,
		flush,
		replaceBase,
		sync,
		rebase,
		restore,
		decide: resolveConflict,
		again: retryNow,
		localCopyState: () => (text === saved ? "stored" : localCopyState),
		isAtRisk: () => text !== saved && localCopyState !== "stored",
		stop() {
			clearTimeout(timer);
			stopRetrying?.();
			stopWatching();
			// Called when the user leaves the page: sends unsent text without a pause. If that fails, the text stays in
			// local storage.
			if (!isSaved() && saving.state === "typed") void save();
		},
	};
}

/** Returns a text from the body of a 412 response: the server's current text, or the merge base. */
export function parseConflictBody(error: ProblemError, name: "current" | "base"): SavedText | undefined {
	const body: Record<string, unknown> = JSON.parse(error.body);
	const savedText = body[name];
	if (typeof savedText !== "object" || savedText === null) return undefined;
	const { revision, front_matter, markdown }: Record<string, unknown> = { ...savedText };
	if (typeof revision !== "string" || typeof front_matter !== "string" || typeof markdown !== "string")
		return undefined;
	return { revision, text: front_matter + markdown };
}
