// Color theme chosen by the visitor. `theme.js` applies it before the first paint; this hook changes it.
import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const key = "website_theme";
const following = { system: "light", light: "dark", dark: "system" } as const satisfies Record<Theme, Theme>;
const listeners = new Set<() => void>();

export function useTheme(): { theme: Theme; next: () => void } {
	const theme = useSyncExternalStore(watch, currentTheme, () => "system" as const);
	return { theme, next: () => choose(following[theme]) };
}

function currentTheme(): Theme {
	const { theme } = document.documentElement.dataset;
	return theme === "light" || theme === "dark" ? theme : "system";
}

function choose(theme: Theme): void {
	const { dataset } = document.documentElement;
	if (theme === "system") delete dataset.theme;
	else dataset.theme = theme;
	try {
		if (theme === "system") localStorage.removeItem(key);
		else localStorage.setItem(key, theme);
	} catch {
		// Storage is blocked: the choice lasts until the page is closed.
	}
	for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
