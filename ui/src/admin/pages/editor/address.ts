// The address of one page as it is written in another.

/** From file to file, as links between files are written: `./other.md`, `../guide/start.md`. */
export function relative(from: string, to: string): string {
	const [here, there] = [from.split("/").slice(0, -1), to.split("/")];
	let same = 0;
	while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
	const up = here.slice(same).map(() => "..");
	const way = [...(up.length === 0 ? ["."] : up), ...there.slice(same)];
	return way.map(spelled).join("/");
}

/** What would end the address early, or be read as something else. */
function spelled(name: string): string {
	return name.replace(/[\s()<>%?#]/g, (character) =>
		encodeURIComponent(character).replace(/[()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`),
	);
}
