// Drafts of forms, stored in this browser until they are saved or discarded, one for each account and form. Without
// storage, a draft survives navigation within the admin area, and closing the page asks for confirmation.
import { onSessionChange } from "@pailou/core";
import { useRef, useState } from "react";
import { hasExpired, rememberedName } from "@/shared/login/session";

/** Drafts of this page, by storage key. Another tab may have stored a different one. */
const here = new Map<string, string>();

/** Drafts as stored in this browser, by storage key. If the storage is full, this is an older text. */
const put = new Map<string, string>();

/**
 * New draft, or a function that returns it from the current draft, which may have changed while a response was awaited.
 */
export type Next<Draft> = Draft | undefined | Change<Draft>;

type Change<Draft> = (latest: Draft | undefined) => Draft | undefined;

/**
 * Returns the stored draft of the logged-in user and a setter. `read` returns undefined for an invalid stored value.
 */
export function useDraft<Draft>(
	name: string,
	read: (kept: unknown) => Draft | undefined,
	write: (draft: Draft) => unknown = (draft) => draft,
): [draft: Draft | undefined, set: (next: Next<Draft>) => void] {
	const place = `website_draft/${rememberedName() ?? ""}/${name}`;
	const take = () => ({ place, draft: takeUp(place, read) });
	const [held, setHeld] = useState(take);
	// Another user has logged in, or another form is displayed.
	const now = held.place === place ? held : take();
	if (now !== held) setHeld(now);
	const last = useRef(now);
	if (last.current.place !== place) last.current = now;
	return [
		now.draft,
		(next) => {
			const latest = last.current.place === place ? last.current : take();
			const draft = isChange(next) ? next(latest.draft) : next;
			if (draft === undefined) drop(place);
			else keep(place, JSON.stringify(write(draft)));
			last.current = { place, draft };
			setHeld(last.current);
		},
	];
}

function isChange<Draft>(next: Next<Draft>): next is Change<Draft> {
	return typeof next === "function";
}

function takeUp<Draft>(place: string, read: (kept: unknown) => Draft | undefined): Draft | undefined {
	const own = here.get(place);
	const text = own ?? stored(place);
	if (text === null) return undefined;
	try {
		const draft = read(JSON.parse(text));
		if (draft !== undefined && own === undefined) {
			here.set(place, text);
			put.set(place, text);
		}
		return draft;
	} catch {
		// The stored value is invalid or from another release.
		return undefined;
	}
}

function keep(place: string, text: string): void {
	here.set(place, text);
	attempt(() => {
		localStorage.setItem(place, text);
		put.set(place, text);
	});
	watch();
}

/** A draft stored by another tab is kept. */
function drop(place: string): void {
	if (stored(place) === put.get(place)) attempt(() => localStorage.removeItem(place));
	here.delete(place);
	put.delete(place);
	watch();
}

function stored(place: string): string | null {
	return attempt(() => localStorage.getItem(place)) ?? null;
}

function attempt<Answer>(act: () => Answer): Answer | undefined {
	try {
		return act();
	} catch {
		return undefined;
	}
}

function watch(): void {
	if (here.size > 0) window.addEventListener("beforeunload", ask);
	else window.removeEventListener("beforeunload", ask);
}

const ask = (event: Event) => {
	if ([...here].some(([place, text]) => stored(place) !== text)) event.preventDefault();
};

// Logging out clears the drafts in the memory of this page. The drafts in the browser's storage remain for the same
// user.
onSessionChange((isIn) => {
	if (isIn || hasExpired()) return;
	here.clear();
	put.clear();
	watch();
});
