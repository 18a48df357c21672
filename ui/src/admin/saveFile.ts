/** Saves a generated file as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(content);
	link.download = name;
	link.click();
	// The download has started at this time, so the URL is no longer needed.
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
