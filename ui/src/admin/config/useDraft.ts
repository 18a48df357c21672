// Drafts of forms, stored in this browser until they are saved or discarded, one for each account and form. If storing
// a draft fails, it survives navigation within the admin area, and closing the page asks for confirmation.
import { onSessionChange } from "@pailou/core";
import { useRef, useState } from "react";
import { hasExpired, rememberedName } from "@/shared/login/session";

/** Drafts in the memory of this tab, by storage key. Another tab may have stored a different draft under the key. */
const memory = new Map<string, string>();

/**
 * Text that this tab last read from or wrote to the browser's storage, by storage key. If the storage is full, this
 * text is older than the text in `memory`.
 */
const storedTexts = new Map<string, string>();

/**
 * New draft, or a function that computes it from the current draft. After a request, a function is needed, because the
 * draft may have changed during the request.
 */
export type DraftUpdate<Draft> = Draft | undefined | Change<Draft>;

type Change<Draft> = (latest: Draft | undefined) => Draft | undefined;

/**
 * Returns the stored draft of the logged-in user for the form `name`, and a setter. `write` converts a draft to the
 * value that is stored; `read` parses that value, and returns undefined for an invalid one.
 */
export function useDraft<Draft>(
	name: string,
	read: (value: unknown) => Draft | undefined,
	write: (draft: Draft) => unknown = (draft) => draft,
): [draft: Draft | undefined, set: (next: DraftUpdate<Draft>) => void] {
	const key = `website_draft/${rememberedName() ?? ""}/${name}`;
	const load = () => ({ key, draft: loadDraft(key, read) });
	const [state, setState] = useState(load);
	// Loads another draft if another user has logged in, or if another form is displayed.
	const current = state.key === key ? state : load();
	if (current !== state) setState(current);
	const last = useRef(current);
	if (last.current.key !== key) last.current = current;
	return [
		current.draft,
		(next) => {
			const latest = last.current.key === key ? last.current : load();
			const draft = isChange(next) ? next(latest.draft) : next;
			if (draft === undefined) deleteDraft(key);
			else storeDraft(key, JSON.stringify(write(draft)));
			last.current = { key, draft };
			setState(last.current);
		},
	];
}

function isChange<Draft>(next: DraftUpdate<Draft>): next is Change<Draft> {
	return typeof next === "function";
}

function loadDraft<Draft>(key: string, read: (value: unknown) => Draft | undefined): Draft | undefined {
	const own = memory.get(key);
	const text = own ?? stored(key);
	if (text === null) return undefined;
	try {
		const draft = read(JSON.parse(text));
		if (draft !== undefined && own === undefined) {
			memory.set(key, text);
			storedTexts.set(key, text);
		}
		return draft;
	} catch {
		// The stored value is invalid or was written by another release.
		return undefined;
	}
}

function storeDraft(key: string, text: string): void {
	memory.set(key, text);
	attempt(() => {
		localStorage.setItem(key, text);
		storedTexts.set(key, text);
	});
	watch();
}

/** Deletes the draft. If another tab has stored a different draft, that draft stays in the storage. */
function deleteDraft(key: string): void {
	if (stored(key) === storedTexts.get(key)) attempt(() => localStorage.removeItem(key));
	memory.delete(key);
	storedTexts.delete(key);
	watch();
}

function stored(key: string): string | null {
	return attempt(() => localStorage.getItem(key)) ?? null;
}

function attempt<Answer>(act: () => Answer): Answer | undefined {
	try {
		return act();
	} catch {
		return undefined;
	}
}

function watch(): void {
	if (memory.size > 0) window.addEventListener("beforeunload", ask);
	else window.removeEventListener("beforeunload", ask);
}

const ask = (event: Event) => {
	if ([...memory].some(([key, text]) => stored(key) !== text)) event.preventDefault();
};

// Logging out clears the drafts in the memory of this page. The drafts in the browser's storage remain for the same
// user.
onSessionChange((isIn) => {
	if (isIn || hasExpired()) return;
	memory.clear();
	storedTexts.clear();
	watch();
});
