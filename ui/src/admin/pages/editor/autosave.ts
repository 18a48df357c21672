// Autosave of a draft without loss: stores input in this browser immediately, sends it after a pause, and merges it
// with the changes that other users have saved. One request at a time.
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

/** Whether the typed text is stored in this browser; `soon`: a write is in progress. */
export type Keeping = "kept" | "soon" | "nowhere";

/** A text with its revision on the server. */
export interface Stand {
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
	/** `baseRevision`: the published revision that is merged into this text, if it differs from the initial one. */
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
	 * Merges the server's current text after another operation. `requestRevision` is the revision at the time of the request.
	 * Returns false if the local state has changed since.
	 */
	sync: (current: Stand, requestRevision: string) => boolean;
	/** Rebases the draft onto a newer published text. */
	rebase: (base: string, published: Stand) => void;
	/** Continues with text from an earlier page or another tab. */
	restore: (entry: { text: string; base: string }) => void;
	/**
	 * Resolves a conflict by choosing one side for the lines that both users have changed; all other changes are kept.
	 */
	decide: (choice: Choice) => void;
	/** Sends unsent text when the server is reachable again. */
	again: () => void;
	keeping: () => Keeping;
	/** Whether closing the page would lose text. */
	isAtRisk: () => boolean;
	stop: () => void;
}

export function autosave(options: Options): Autosave {
	const { localDrafts, send, replace, isComposing } = options;
	let { text, text: saved, revision } = options;
	let saving: Saving = { state: "saved" };
	// Texts sent since the last successful response. The server may have stored any of them.
	const sent = new Set<string>();
	let baseRevision: string | undefined;
	let ownLogin = options.login;
	let keeping: Keeping = "kept";
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
		const entry = { text, base: began(), revision, at: Date.now() };
		const isLatest = () => entry.text === text && keeping === "soon";
		keeping = "soon";
		void localDrafts.write(entry).then((isKept) => {
			if (!isLatest()) return;
			keeping = isKept ? "kept" : "nowhere";
			options.changed();
		});
	};
	const retry = async () => {
		if (saving.state === "waiting" && Date.now() >= retryAt) await save();
	};
	/** The delay grows with consecutive failures, also after further input. */
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
		if (saving.state === "conflict" || isAway()) return;
		if (!sending) setSaving({ state: "typed" });
		schedule();
	}

	function save(): Promise<void> {
		clearTimeout(timer);
		if (sending) return sending;
		if (saving.state === "conflict") return Promise.resolve();
		if (hasAll()) {
			settle();
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
			if (hasAll()) settle();
			else {
				setSaving({ state: "typed" });
				schedule();
			}
		});
		return sending;
	}

	/** Whether sending must wait for a login. */
	function isAway(): boolean {
		return saving.state === "loggedOut" || saving.state === "another";
	}

	/** The merge base. During a conflict it is older than the server's text. */
	function began(): string {
		return saving.state === "conflict" && saving.theirs === saved ? saving.base : saved;
	}

	/** Whether the server has exactly this text, and no pending request could still store a text that was undone. */
	function hasAll(): boolean {
		return text === saved && baseRevision === undefined && sent.size === 0;
	}

	function settle(): void {
		localDrafts.clear();
		keeping = "kept";
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
			// Another login has happened during the check, so the next attempt checks again.
			if (token() !== login) return;
			ownLogin = login;
			const [trying, base] = [text, baseRevision];
			if (!sent.has(trying)) first = trying;
			sent.add(trying);
			const draft = await send(trying, revision, base);
			if (baseRevision === base) baseRevision = undefined;
			[saved, revision] = [trying, draft.revision];
			sent.clear();
			if (text !== saved) storeDraft();
			options.saved(draft, trying);
		} catch (error) {
			// The server has rejected this text, so it is not stored.
			if (error instanceof ProblemError && error.problem.status < 500 && first !== undefined) sent.delete(first);
			if (!(error instanceof ProblemError)) fail({ state: "waiting", why: undefined });
			else if (error.problem.status === 412) meet(error);
			else if (error.problem.status === 401) {
				// The user has logged in again since the request, so no login is requested: the text is sent again.
				if (!isLoggedIn() || token() === login) fail({ state: "loggedOut" });
			} else if (error.problem.status === 429 || error.problem.status >= 500) fail({ state: "waiting", why: error });
			else fail({ state: "refused", why: error });
		}
	}

	/** Sets the state after a failure, unless a conflict must be resolved first. */
	function fail(next: Saving): void {
		if (saving.state !== "conflict") setSaving(next);
	}

	/** Handles a conflict: another save has happened since. */
	function meet(error: ProblemError): void {
		const current = parseConflictBody(error, "current");
		if (!current) fail({ state: "refused", why: error });
		// Otherwise the next attempt handles the conflict, because a text must not change during a composition.
		else if (!isComposing()) mergeServerText(current);
	}

	function mergeServerText(current: Stand): void {
		// If a response was lost, the server's text is one that this editor has sent.
		const base = sent.has(current.text) ? current.text : began();
		// Texts of earlier requests have been overwritten, or will be rejected.
		sent.clear();
		[saved, revision] = [current.text, current.revision];
		mergeTheirs(base, saved);
	}

	/** Merges the text of the other user (`theirs`), or reports a conflict that the user must resolve. */
	function mergeTheirs(base: string, theirs: string): void {
		const merged = merge(base, text, theirs);
		// A newer published text that needs no conflict resolution is merged at the next attempt to publish.
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
		settle();
	}

	function restore(entry: { text: string; base: string }): void {
		setText(text === saved ? entry.text : merge(began(), text, entry.text).text);
		mergeTheirs(entry.base, saved);
		goOn();
	}

	function goOn(): void {
		if (saving.state === "conflict") return;
		if (hasAll()) settle();
		else {
			setSaving({ state: "typed" });
			schedule();
		}
	}

	function sync(current: Stand, requestRevision: string): boolean {
		// A running or newer save detects changes of other users itself. The text must not change during composition.
		if (sending || isComposing() || revision !== requestRevision) return false;
		if (current.text === saved) revision = current.revision;
		else {
			mergeServerText(current);
			goOn();
		}
		return true;
	}

	function rebase(base: string, published: Stand): void {
		// Resolves one conflict after the other: the next attempt to publish fails and reports this one.
		if (saving.state === "conflict") return;
		baseRevision = published.revision;
		mergeTheirs(base, published.text);
		goOn();
	}

	function decide(choice: Choice): void {
		if (saving.state !== "conflict") return;
		const { base, theirs } = saving;
		const chosen = merge(base, text, theirs, choice).text;
		setSaving({ state: "typed" });
		// Merges the changes of the other user as a separate step, so that undo reverts only the choice of the user.
		setText(merge(base, text, theirs, "ours").text);
		setText(chosen, true);
		void save();
	}

	async function flush(): Promise<boolean> {
		if (sending) await sending;
		if (!hasAll()) await save();
		// Sends text that was typed during the request.
		if (!hasAll() && saving.state === "typed") await save();
		return hasAll();
	}

	const again = () => {
		if (saving.state === "waiting") void save();
	};
	const stopWatching = onSessionChange((isIn) => {
		if (!isIn || !isAway()) return;
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
		decide,
		again,
		keeping: () => (text === saved ? "kept" : keeping),
		isAtRisk: () => text !== saved && keeping !== "kept",
		stop() {
			clearTimeout(timer);
			stopRetrying?.();
			stopWatching();
			// Called when the user leaves the page: sends unsent text without a pause. If that fails, the text stays in
			// local storage.
			if (!hasAll() && saving.state === "typed") void save();
		},
	};
}

/** Returns a text from the body of a conflict: the current one, or the merge base. */
export function parseConflictBody(error: ProblemError, name: "current" | "base"): Stand | undefined {
	const body: Record<string, unknown> = JSON.parse(error.body);
	const stand = body[name];
	if (typeof stand !== "object" || stand === null) return undefined;
	const { revision, front_matter, markdown }: Record<string, unknown> = { ...stand };
	if (typeof revision !== "string" || typeof front_matter !== "string" || typeof markdown !== "string")
		return undefined;
	return { revision, text: front_matter + markdown };
}
