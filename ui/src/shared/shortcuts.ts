// Single-key shortcuts. They are inactive during text input, with a modifier, and while a dialog is open; users can
// turn them off (WCAG 2.1.4).
import { useEffect, useRef, useSyncExternalStore } from "react";

const key = "website_shortcuts";
const listeners = new Set<() => void>();
let preference: boolean | undefined;

/** Registers actions for single-key shortcuts, by `event.key`. */
export function useShortcuts(keys: Record<string, (() => void) | undefined>): void {
	const latest = useRef(keys);
	useEffect(() => {
		latest.current = keys;
	});
	useEffect(() => {
		const press = (event: KeyboardEvent) => {
			const act = latest.current[event.key];
			if (!act || !isShortcut(event) || !areOn()) return;
			event.preventDefault();
			act();
		};
		document.addEventListener("keydown", press);
		return () => document.removeEventListener("keydown", press);
	}, []);
}

/** Whether a key event may be a shortcut. Shift is allowed, because many keyboards need it for `?` and `/`. */
export function isShortcut(event: KeyboardEvent): boolean {
	const { ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event;
	if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return false;
	return !isTyping(target) && document.querySelector("dialog[open]") === null;
}

export function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
	);
}

export function useShortcutsOn(): boolean {
	return useSyncExternalStore(watch, areOn, () => true);
}

export function setShortcutsEnabled(on: boolean): void {
	preference = on;
	try {
		if (on) localStorage.removeItem(key);
		else localStorage.setItem(key, "off");
	} catch {
		// Storage is blocked: the choice lasts until the page is closed.
	}
	for (const listener of listeners) listener();
}

function areOn(): boolean {
	if (preference !== undefined) return preference;
	try {
		return localStorage.getItem(key) !== "off";
	} catch {
		return true;
	}
}

function watch(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
