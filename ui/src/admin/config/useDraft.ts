// What is being written outlives the part of the administration that it is written in; closing the page is asked about.
import { onSessionChange } from "@pailou/core";
import { useState } from "react";
import type { ConfigValue } from "@/admin/wire";
import { hasExpired } from "@/shared/login/session";

/** What is being written, and what was published when it was begun. */
export interface Draft {
	body: string;
	from: ConfigValue | undefined;
}

const drafts = new Map<string, Draft>();

export function useDraft(name: string): [draft: Draft | undefined, set: (draft: Draft | undefined) => void] {
	const [draft, setDraft] = useState(() => drafts.get(name));
	return [
		draft,
		(next) => {
			if (next) drafts.set(name, next);
			else drafts.delete(name);
			watch();
			setDraft(next);
		},
	];
}

function watch(): void {
	if (drafts.size > 0) window.addEventListener("beforeunload", ask);
	else window.removeEventListener("beforeunload", ask);
}

const ask = (event: Event) => event.preventDefault();

// It is nobody else's.
onSessionChange((isIn) => {
	if (isIn || hasExpired()) return;
	drafts.clear();
	watch();
});
