import { useLayoutEffect, useRef } from "react";

/** For a list in a section: if a row is removed, focuses a neighboring row or the heading. */
export function useRestoreFocus(rows: { id: string }[]) {
	const list = useRef<HTMLUListElement>(null);
	const before = useRef(rows);
	useLayoutEffect(() => {
		const gone = before.current.findIndex(({ id }) => rows.every((row) => row.id !== id));
		before.current = rows;
		if (gone < 0 || document.activeElement !== document.body) return;
		const places = [...(list.current?.children ?? [])];
		const near = [...places.slice(gone), ...places.slice(0, gone).reverse()];
		const [button] = near.flatMap((row) => row.querySelector("button") ?? []);
		(button ?? list.current?.closest("section")?.querySelector("h2"))?.focus();
	}, [rows]);
	return list;
}
