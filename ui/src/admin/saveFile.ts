/** Saves a generated file as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(content);
	link.download = name;
	link.click();
	// Revokes the URL after a delay, because the download starts asynchronously.
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
