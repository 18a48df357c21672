import { useLayoutEffect, useRef } from "react";

/** If the focused row of a list is removed, focuses a button of a neighboring row, or else the section heading. */
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
