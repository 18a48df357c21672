import { useLayoutEffect, useRef } from "react";

/** Keeps the focus in a list: if a row is removed, focuses a neighboring row, or the heading of the section. */
export function useRestoreFocus(rows: { id: string }[]) {
	const list = useRef<HTMLUListElement>(null);
	const before = useRef(rows);
	useLayoutEffect(() => {
		const removedIndex = before.current.findIndex(({ id }) => rows.every((row) => row.id !== id));
		before.current = rows;
		if (removedIndex < 0 || document.activeElement !== document.body) return;
		const places = [...(list.current?.children ?? [])];
		const near = [...places.slice(removedIndex), ...places.slice(0, removedIndex).reverse()];
		const [button] = near.flatMap((row) => row.querySelector("button") ?? []);
		(button ?? list.current?.closest("section")?.querySelector("h2"))?.focus();
	}, [rows]);
	return list;
}
