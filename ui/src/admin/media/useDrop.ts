import { useEffect, useState } from "react";

/**
 * Calls `take`, unless it is undefined, for files that are dropped or pasted anywhere on the page. Returns whether
 * files are dragged over the page.
 */
export function useDrop(take: ((files: File[]) => void) | undefined): boolean {
	const [isOver, setOver] = useState(false);
	useEffect(() => {
		if (!take) return;
		const over = (event: DragEvent) => {
			if (!event.dataTransfer?.types.includes("Files")) return;
			event.preventDefault();
			setOver(true);
		};
		const leave = (event: DragEvent) => {
			// Without a related target the pointer has left the page.
			if (event.relatedTarget === null) setOver(false);
		};
		const drop = (event: DragEvent) => {
			const files = [...(event.dataTransfer?.files ?? [])];
			setOver(false);
			if (files.length === 0) return;
			event.preventDefault();
			take(files);
		};
		const paste = (event: ClipboardEvent) => {
			const files = [...(event.clipboardData?.files ?? [])];
			if (files.length === 0) return;
			event.preventDefault();
			take(files);
		};
		document.addEventListener("dragover", over);
		document.addEventListener("dragleave", leave);
		document.addEventListener("drop", drop);
		document.addEventListener("paste", paste);
		return () => {
			document.removeEventListener("dragover", over);
			document.removeEventListener("dragleave", leave);
			document.removeEventListener("drop", drop);
			document.removeEventListener("paste", paste);
		};
	}, [take]);
	return isOver;
}
