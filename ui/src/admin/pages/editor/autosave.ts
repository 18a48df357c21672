// Nothing that is typed is lost: it is kept in this browser at once, sent when somebody pauses, and merged with what
// others have saved meanwhile. One request at a time.
import { isLoggedIn, onSessionChange, token } from "@pailou/core";
import type { Journal } from "@/admin/pages/editor/journal";
import { type Choice, merge } from "@/admin/pages/editor/merge";
import { ProblemError } from "@/shared/http/api";
import type { SavedDraft } from "@/shared/http/types";

/** How long somebody pauses before what they typed is sent. */
export const pause = 1500;

export type Saving =
	| { state: "saved" }
	| { state: "typed" }
	| { state: "saving" }
	/** Tried again when somebody types or the network comes back. */
	| { state: "waiting"; why: ProblemError | undefined }
	/** Sent again after the login. */
	| { state: "loggedOut" }
	/** Who is logged in now has not typed it. Sent when whoever did is back. */
	| { state: "another" }
	| { state: "refused"; why: ProblemError }
	/** Both have changed the same lines: somebody has to decide. */
	| { state: "conflict"; base: string; theirs: string };

/** Whether what was typed outlives this page: being written it does not yet. */
export type Keeping = "kept" | "soon" | "nowhere";

/** A text under the name that the server has for it. */
export interface Stand {
	text: string;
	revision: string;
}

interface Options {
	/** As the server has it. */
	text: string;
	revision: string;
	journal: Journal;
	/** The token of whoever types here. */
	login: string | undefined;
	/** Whether who is logged in is the one who types here: asked after every other login. */
	isOwn: () => Promise<boolean>;
	/** `onto`: the published text that this one takes account of, where that is another than it began with. */
	send: (text: string, revision: string, onto: string | undefined) => Promise<SavedDraft>;
	/** The text becomes this one: something of others came into it, by itself or because somebody decided so. */
	replace: (text: string, isDecided: boolean) => void;
	saved: (draft: SavedDraft, text: string) => void;
	/** Whether an input method is at work: nothing may touch the text then. */
	isComposing: () => boolean;
	changed: () => void;
}

export interface Autosave {
	now: () => Saving;
	text: () => string;
	/** As the server has it. */
	savedText: () => string;
	revision: () => string;
	type: (text: string) => void;
	/** Sends what is not sent yet; answers whether the server has everything. */
	flush: () => Promise<boolean>;
	/** The server has another text by something else that was done: a revision restored, a draft discarded. */
	adopt: (text: string, revision: string) => void;
	/**
	 * What the server has now, after something else was done: what somebody else has written comes into the text.
	 * `asked`: the revision that was known when it was asked for. Answers whether it is newer than what is known by now.
	 */
	renew: (there: Stand, asked: string) => boolean;
	/** Readers have got another text since this one was begun: what is new in it comes into this one. */
	takeUp: (base: string, published: Stand) => void;
	/** Something that was typed elsewhere goes on here. */
	restore: (entry: { text: string; base: string }) => void;
	/** Whose lines stand where both have changed the same; whatever else either has changed is in the text. */
	decide: (choice: Choice) => void;
	/** The server can be reached again: what could not be sent is sent. */
	again: () => void;
	keeping: () => Keeping;
	/** Whether closing the page would lose something. */
	isAtRisk: () => boolean;
	stop: () => void;
}

export function autosave(options: Options): Autosave {
	const { journal, send, replace, isComposing } = options;
	let { text, text: saved, revision } = options;
	let saving: Saving = { state: "saved" };
	// Since the last good answer: the server may have any of these.
	const sent = new Set<string>();
	let onto: string | undefined;
	let ownLogin = options.login;
	let keeping: Keeping = "kept";
	let timer: ReturnType<typeof setTimeout> | undefined;
	let sending: Promise<void> | undefined;

	const tell = (next: Saving) => {
		if (saving.state === next.state && next.state === "typed") return;
		saving = next;
		options.changed();
	};
	const keep = () => {
		const entry = { text, base: began(), revision, at: Date.now() };
		const isLatest = () => entry.text === text && keeping === "soon";
		keeping = "soon";
		void journal.write(entry).then((isKept) => {
			if (!isLatest()) return;
			keeping = isKept ? "kept" : "nowhere";
			options.changed();
		});
	};
	const schedule = () => {
		clearTimeout(timer);
		timer = setTimeout(() => void save(), pause);
	};

	function type(next: string): void {
		if (next === text) return;
		text = next;
		keep();
		// A conflict waits for a decision, whatever is typed meanwhile, and shows it.
		if (saving.state === "conflict") options.changed();
		if (saving.state === "conflict" || isAway()) return;
		if (!sending) tell({ state: "typed" });
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
			tell({ state: "loggedOut" });
			return Promise.resolve();
		}
		if (isComposing()) {
			schedule();
			return Promise.resolve();
		}
		tell({ state: "saving" });
		sending = attempt().finally(() => {
			sending = undefined;
			if (saving.state !== "saving" && saving.state !== "typed") return;
			if (hasAll()) settle();
			else {
				tell({ state: "typed" });
				schedule();
			}
		});
		return sending;
	}

	/** Whether nothing can be sent before somebody logs in. */
	function isAway(): boolean {
		return saving.state === "loggedOut" || saving.state === "another";
	}

	/** What the text began with: while there is a conflict, not yet what the server has. */
	function began(): string {
		return saving.state === "conflict" && saving.theirs === saved ? saving.base : saved;
	}

	/** Whether the server has everything, and nothing that was taken back. */
	function hasAll(): boolean {
		return text === saved && onto === undefined && sent.size === 0;
	}

	function settle(): void {
		journal.clear();
		keeping = "kept";
		tell({ state: "saved" });
	}

	async function attempt(): Promise<void> {
		const login = token();
		let first: string | undefined;
		try {
			if (login !== ownLogin && !(await options.isOwn())) {
				fail({ state: "another" });
				return;
			}
			// Who has logged in while that was asked is asked about again.
			if (token() !== login) return;
			ownLogin = login;
			const [trying, base] = [text, onto];
			if (!sent.has(trying)) first = trying;
			sent.add(trying);
			const draft = await send(trying, revision, base);
			if (onto === base) onto = undefined;
			[saved, revision] = [trying, draft.revision];
			sent.clear();
			if (text !== saved) keep();
			options.saved(draft, trying);
		} catch (error) {
			// The server has said that it has not taken it.
			if (error instanceof ProblemError && error.problem.status < 500 && first !== undefined) sent.delete(first);
			if (!(error instanceof ProblemError)) fail({ state: "waiting", why: undefined });
			else if (error.problem.status === 412) meet(error);
			else if (error.problem.status === 401) {
				// Whoever has logged in meanwhile is not asked to do it again: it is sent once more.
				if (!isLoggedIn() || token() === login) fail({ state: "loggedOut" });
			} else if (error.problem.status === 429 || error.problem.status >= 500) fail({ state: "waiting", why: error });
			else fail({ state: "refused", why: error });
		}
	}

	/** Why it is not saved, unless there is something to decide first. */
	function fail(next: Saving): void {
		if (saving.state !== "conflict") tell(next);
	}

	/** Somebody else has saved since. */
	function meet(error: ProblemError): void {
		const there = standIn(error, "current");
		if (!there) fail({ state: "refused", why: error });
		// Otherwise asked again in a moment: nothing is put into a text that is being composed.
		else if (!isComposing()) rebase(there);
	}

	function rebase(there: Stand): void {
		// An answer that never arrived: what stands there was sent from here.
		const base = sent.has(there.text) ? there.text : began();
		// The others can only be refused from here on, or are overwritten already.
		sent.clear();
		[saved, revision] = [there.text, there.revision];
		mix(base, saved);
	}

	/** What they did comes into the text, or stands beside it until somebody decides. */
	function mix(base: string, theirs: string): void {
		const merged = merge(base, text, theirs);
		// What readers have got since, and nobody has decided about, is taken up when it is published again.
		if (saving.state === "conflict") onto = undefined;
		if (!merged.isClean) {
			tell({ state: "conflict", base, theirs });
			keep();
			return;
		}
		if (saving.state === "conflict") tell({ state: "typed" });
		put(merged.text);
	}

	function put(next: string, isDecided = false): void {
		const isAnother = next !== text;
		text = next;
		if (isAnother) replace(next, isDecided);
		if (text !== saved) keep();
	}

	function adopt(next: string, nextRevision: string): void {
		clearTimeout(timer);
		[saved, revision, onto] = [next, nextRevision, undefined];
		sent.clear();
		put(next);
		settle();
	}

	function restore(entry: { text: string; base: string }): void {
		put(text === saved ? entry.text : merge(began(), text, entry.text).text);
		mix(entry.base, saved);
		goOn();
	}

	function goOn(): void {
		if (saving.state === "conflict") return;
		if (hasAll()) settle();
		else {
			tell({ state: "typed" });
			schedule();
		}
	}

	function renew(there: Stand, asked: string): boolean {
		// What is on its way, or was saved since it was asked for, finds out by itself what others did. Nothing is put into
		// a text that is being composed.
		if (sending || isComposing() || revision !== asked) return false;
		if (there.text === saved) revision = there.revision;
		else {
			rebase(there);
			goOn();
		}
		return true;
	}

	function takeUp(base: string, published: Stand): void {
		// One decision after the other: publishing is refused again, and asks for this one.
		if (saving.state === "conflict") return;
		onto = published.revision;
		mix(base, published.text);
		goOn();
	}

	function decide(choice: Choice): void {
		if (saving.state !== "conflict") return;
		const { base, theirs } = saving;
		const chosen = merge(base, text, theirs, choice).text;
		tell({ state: "typed" });
		// What others did elsewhere comes by itself: undoing takes back the choice alone.
		put(merge(base, text, theirs, "ours").text);
		put(chosen, true);
		void save();
	}

	async function flush(): Promise<boolean> {
		if (sending) await sending;
		if (!hasAll()) await save();
		// What was typed while it was sent.
		if (!hasAll() && saving.state === "typed") await save();
		return hasAll();
	}

	const again = () => {
		if (saving.state === "waiting") void save();
	};
	globalThis.addEventListener?.("online", again);
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
		adopt,
		renew,
		takeUp,
		restore,
		decide,
		again,
		keeping: () => (text === saved ? "kept" : keeping),
		isAtRisk: () => text !== saved && keeping !== "kept",
		stop() {
			clearTimeout(timer);
			globalThis.removeEventListener?.("online", again);
			stopWatching();
			// Whoever leaves has not paused: it is sent now, and stays in the journal if that fails.
			if (!hasAll() && saving.state === "typed") void save();
		},
	};
}

/** What the server says with a refusal: the text as it stands now, or as it was when this one was begun. */
export function standIn(error: ProblemError, name: "current" | "base"): Stand | undefined {
	const body: Record<string, unknown> = JSON.parse(error.body);
	const stand = body[name];
	if (typeof stand !== "object" || stand === null) return undefined;
	const { revision, front_matter, markdown }: Record<string, unknown> = { ...stand };
	if (typeof revision !== "string" || typeof front_matter !== "string" || typeof markdown !== "string")
		return undefined;
	return { revision, text: front_matter + markdown };
}
