// What the palette offers besides pages, and what of it fits the words. No React, no requests.
import { paletteText as text } from "@/admin/palette/paletteText";
import { isFor, parts } from "@/admin/parts";
import { may } from "@/admin/roles";
import { text as partText } from "@/admin/text";
import type { Locale } from "@/shared/locale";
import type { User } from "@/shared/wire";

export type Act = "theme" | "language" | "logOut";

export type Command = {
	group: "parts" | "acts" | "pages";
	id: string;
	name: string;
	/** What it is called in both languages: whoever types one of them finds it. */
	names: string[];
} & ({ to: string } | { act: Act });

const locales = ["zh-CN", "en-US"] as const;

export function commandsFor(user: User, locale: Locale): Command[] {
	const called = (key: Parameters<typeof text>[1]) => ({
		id: key,
		name: text(locale, key),
		names: locales.map((one) => text(one, key)),
	});
	const acts: Command[] = [
		{ group: "acts", ...called("view"), to: "/" },
		{ group: "acts", ...called("search"), to: "/docs?q=" },
		{ group: "acts", ...called("theme"), act: "theme" },
		{ group: "acts", ...called("language"), act: "language" },
		{ group: "acts", ...called("logOut"), act: "logOut" },
	];
	if (may(user, "people")) acts.unshift({ group: "acts", ...called("invite"), to: "/admin/people#invite" });
	if (may(user, "pages-edit")) acts.unshift({ group: "acts", ...called("newPage"), to: "/admin/pages#new" });
	const places = parts
		.filter((part) => isFor(user, part))
		.map(
			(part): Command => ({
				group: "parts",
				id: part.path,
				name: partText(locale, part.name),
				names: locales.map((one) => partText(one, part.name)),
				to: part.path,
			}),
		);
	return [...places, ...acts];
}

/** Those of which every word is found, in whatever language and case. */
export function fitting(commands: Command[], typed: string): Command[] {
	const words = typed.toLowerCase().split(/\s+/);
	return commands.filter(({ names }) => {
		const all = names.join(" ").toLowerCase();
		return words.every((word) => all.includes(word));
	});
}
