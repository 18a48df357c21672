// Relative paths of links between pages.

/** From file to file, as links between files are written: `./other.md`, `../guide/start.md`. */
export function relative(from: string, to: string): string {
	const [here, there] = [from.split("/").slice(0, -1), to.split("/")];
	let same = 0;
	while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
	const up = here.slice(same).map(() => "..");
	const way = [...(up.length === 0 ? ["."] : up), ...there.slice(same)];
	return way.map(spelled).join("/");
}

const ofLanguage = /^(zh|cn|en)([-_].*)?$/i;

/**
 * The file that a page would have in the language of `own`: named as in the other one, in the folder of this one. A
 * link to it leads to the page already. None where no folder names a language, or the address is not that of the file.
 */
export function fileBeside(
	own: string,
	{ file, listed }: { file: string; listed: { path: string } },
): string | undefined {
	const [here, there] = [own.split("/"), file.split("/")];
	const at = there.findIndex((name) => ofLanguage.test(name));
	const below = there.slice(at + 1).join("/");
	const address = below.replace(/\.(md|mdx|markdown)$/i, "").replace(/(^|\/)(index|readme|_index)$/i, "");
	const areBeside = ofLanguage.test(here[at] ?? "") && here.slice(0, at).join("/") === there.slice(0, at).join("/");
	return areBeside && address === listed.path ? [...here.slice(0, at + 1), below].join("/") : undefined;
}

/** What would end the address early, or be read as something else. */
function spelled(name: string): string {
	return name.replace(/[\s()<>%?#]/g, (character) =>
		encodeURIComponent(character).replace(/[()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`),
	);
}
