// What is being written is kept in this browser until it is saved or thrown away: for each account and each thing that
// is written one draft. Where the browser keeps nothing it outlives the part of the administration, and closing the page
// is asked about.
import { onSessionChange } from "@pailou/core";
import { useState } from "react";
import { hasExpired, rememberedName } from "@/shared/login/session";

/** What this page has written or taken up, by place. Another tab may have put its own there since. */
const here = new Map<string, string>();

/** The draft under this name, of whoever is logged in. `read` knows whether what was kept is one. */
export function useDraft<Draft>(
	name: string,
	read: (kept: unknown) => Draft | undefined,
	write: (draft: Draft) => unknown = (draft) => draft,
): [draft: Draft | undefined, set: (draft: Draft | undefined) => void] {
	const place = `website_draft/${rememberedName() ?? ""}/${name}`;
	const take = () => ({ place, draft: takeUp(place, read) });
	const [held, setHeld] = useState(take);
	// Somebody else has logged in, or another thing is written.
	const now = held.place === place ? held : take();
	if (now !== held) setHeld(now);
	return [
		now.draft,
		(draft) => {
			if (draft === undefined) drop(place);
			else keep(place, JSON.stringify(write(draft)));
			setHeld({ place, draft });
		},
	];
}

function takeUp<Draft>(place: string, read: (kept: unknown) => Draft | undefined): Draft | undefined {
	const text = here.get(place) ?? stored(place);
	if (text === null) return undefined;
	try {
		const draft = read(JSON.parse(text));
		if (draft !== undefined) here.set(place, text);
		return draft;
	} catch {
		// No draft, or that of another version of the program.
		return undefined;
	}
}

function keep(place: string, text: string): void {
	here.set(place, text);
	attempt(() => localStorage.setItem(place, text));
	watch();
}

/** What another tab writes stays. */
function drop(place: string): void {
	if (stored(place) === here.get(place)) attempt(() => localStorage.removeItem(place));
	here.delete(place);
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

// Whoever logs out finds it again; until then it is no matter of this page.
onSessionChange((isIn) => {
	if (isIn || hasExpired()) return;
	here.clear();
	watch();
});
