// Somebody else has published something since a draft was begun: field by field, as it was, as it was written here, and
// as it stands now. No React.

export interface Begun<Whole> {
	/** As it stood when it was begun. */
	was: Whole;
	/** As it was written. */
	mine: Whole;
}

export interface Met<Whole> {
	/** What was written, with what only somebody else has changed. */
	whole: Whole;
	/** What only somebody else has changed. */
	taken: (keyof Whole)[];
	/** What both have changed, to something else. */
	conflicts: (keyof Whole)[];
}

export function meet<Whole extends object>(
	fields: readonly (keyof Whole)[],
	{ was, mine }: Begun<Whole>,
	now: Whole,
): Met<Whole> {
	const theirs = differing(fields, was, now).filter((field) => differ(mine, now, field));
	const conflicts = differing(theirs, was, mine);
	const taken = theirs.filter((field) => !conflicts.includes(field));
	return { whole: overlaid(mine, now, taken), taken, conflicts };
}

/** Whoever goes on from what was met, and writes over what was taken over, has seen that. */
export function goOn<Whole extends object>(
	begun: Begun<Whole>,
	now: Whole,
	{ whole, taken }: Met<Whole>,
	next: Whole,
): Begun<Whole> {
	const isSeen = (field: keyof Whole) => next[field] !== whole[field];
	return {
		was: overlaid(begun.was, now, taken.filter(isSeen)),
		mine: overlaid(
			next,
			begun.mine,
			taken.filter((field) => !isSeen(field)),
		),
	};
}

/** Those of the fields in which two say something else. */
export function differing<Whole>(fields: readonly (keyof Whole)[], one: Whole, other: Whole): (keyof Whole)[] {
	return fields.filter((field) => differ(one, other, field));
}

/** Some of the fields as another one has them. */
export function overlaid<Whole extends object>(whole: Whole, other: Whole, fields: readonly (keyof Whole)[]): Whole {
	return { ...whole, ...Object.fromEntries(fields.map((field) => [field, other[field]])) };
}

function differ<Whole>(one: Whole, other: Whole, field: keyof Whole): boolean {
	return said(one[field]) !== said(other[field]);
}

/** Ids are those of rows in a form. */
function said(value: unknown): string {
	return JSON.stringify(value ?? null, (key, part: unknown) => (key === "id" ? undefined : part));
}
