// Commands of the palette, and their search. The commands that open a page in the editor are in `usePages`. No React,
// no requests.

import { adminRoutes, isAllowed } from "@/admin/adminRoutes";
import { synonymsText, paletteText as text } from "@/admin/command-palette/paletteText";
import { may } from "@/admin/roles";
import { text as partText } from "@/admin/text";
import type { User } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";
import { isWithin } from "@/shared/limits";

export type Action = "theme" | "language" | "logOut";

const groups = ["parts", "actions", "pages"] as const;

export type Command = {
	group: (typeof groups)[number];
	id: string;
	name: string;
	/** Names in both languages, so that a search matches either. */
	names: string[];
	/** Synonyms in both languages. */
	also?: string[];
} & ({ to: string } | { action: Action });

const locales = ["zh-CN", "en-US"] as const;
const segments = ["zh", "en"];

export function commandsFor(user: User, locale: Locale): Command[] {
	const called = (key: Parameters<typeof text>[1]) => ({
		id: key,
		name: text(locale, key),
		names: locales.map((one) => text(one, key)),
		also: locales.map((one) => synonymsText(one, key)),
	});
	const actions: Command[] = [
		{ group: "actions", ...called("view"), to: "/" },
		{ group: "actions", ...called("search"), to: "/docs?q=" },
		{ group: "actions", ...called("theme"), action: "theme" },
		{ group: "actions", ...called("language"), action: "language" },
		{ group: "actions", ...called("logOut"), action: "logOut" },
	];
	if (may(user, "pages-edit") && segments.some((segment) => isWithin(user, "landing", segment)))
		actions.unshift({ group: "actions", ...called("frontPage"), to: "/admin/landing" });
	if (may(user, "people")) actions.unshift({ group: "actions", ...called("invite"), to: "/admin/users#invite" });
	if (may(user, "pages-edit")) actions.unshift({ group: "actions", ...called("newPage"), to: "/admin/pages#new" });
	const places = adminRoutes
		.filter((part) => isAllowed(user, part))
		.map((part): Command => {
			const last = part.path.replace(/^.*\//, "");
			return {
				group: "parts",
				id: part.path,
				name: partText(locale, part.name),
				names: locales.map((one) => partText(one, part.name)),
				also: [last, ...locales.map((one) => synonymsText(one, last))],
				to: part.path,
			};
		});
	return [...places, ...actions];
}

/**
 * Returns the commands that match every typed word, in either language and ignoring case: first pages of the admin
 * area, then actions. Within each of these groups, matches by name precede matches by synonym.
 */
export function matching(commands: Command[], typed: string): Command[] {
	const words = typed.toLowerCase().split(/\s+/);
	const has = (texts: string[]) => {
		const all = texts.join(" ").toLowerCase();
		return words.every((word) => all.includes(word));
	};
	return groups.flatMap((group) => {
		const some = commands.filter((command) => command.group === group);
		const called = some.filter(({ names }) => has(names));
		return [...called, ...some.filter((command) => !called.includes(command) && has(searchNames(command)))];
	});
}

function searchNames({ names, also = [] }: Command): string[] {
	return [...names, ...also];
}
