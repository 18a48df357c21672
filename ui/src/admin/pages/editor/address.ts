// Relative paths of links between pages.

/** Returns the relative path from one file to another, for a link: `./other.md`, `../guide/start.md`. */
export function relative(from: string, to: string): string {
	const [fromParts, toParts] = [from.split("/").slice(0, -1), to.split("/")];
	let same = 0;
	while (same < fromParts.length && same < toParts.length - 1 && fromParts[same] === toParts[same]) same += 1;
	const up = fromParts.slice(same).map(() => "..");
	const way = [...(up.length === 0 ? ["."] : up), ...toParts.slice(same)];
	return way.map(spelled).join("/");
}

const ofLanguage = /^(zh|cn|en)([-_].*)?$/i;

/**
 * Returns the path of the counterpart of `file` in the language of the file `own`, even if the counterpart does not
 * exist. Undefined if the two paths have no language folder at the same position, if the folders above it differ, or if
 * the path of the page differs from the path of its file.
 */
export function fileBeside(
	own: string,
	{ file, listed }: { file: string; listed: { path: string } },
): string | undefined {
	const [ownParts, fileParts] = [own.split("/"), file.split("/")];
	const at = fileParts.findIndex((name) => ofLanguage.test(name));
	const below = fileParts.slice(at + 1).join("/");
	const address = below.replace(/\.(md|mdx|markdown)$/i, "").replace(/(^|\/)(index|readme|_index)$/i, "");
	const areBeside =
		ofLanguage.test(ownParts[at] ?? "") && ownParts.slice(0, at).join("/") === fileParts.slice(0, at).join("/");
	return areBeside && address === listed.path ? [...ownParts.slice(0, at + 1), below].join("/") : undefined;
}

/** Escapes characters that would end the link target or have another meaning in it. */
function spelled(name: string): string {
	return name.replace(/[\s()<>%?#]/g, (character) =>
		encodeURIComponent(character).replace(/[()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`),
	);
}
