/** Returns the list with an item moved up or down; undefined if that is not possible or the item is not in the list. */
export function moved<Named extends { name: string }>(
	list: Named[],
	name: string,
	direction: "up" | "down",
): Named[] | undefined {
	const at = list.findIndex((one) => one.name === name);
	const first = direction === "up" ? at - 1 : at;
	const [one, other] = list.slice(Math.max(first, 0), first + 2);
	if (at < 0 || first < 0 || !one || !other) return undefined;
	return [...list.slice(0, first), other, one, ...list.slice(first + 2)];
}
