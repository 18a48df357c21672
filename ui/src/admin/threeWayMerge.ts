// Three-way merge of the fields of a form: the base of the draft, the draft, and the newer version that another user
// has published. No React.

export interface LocalDraft<Whole> {
	/** Values when the draft began. */
	base: Whole;
	/** Values of the draft. */
	mine: Whole;
}

export interface MergeResult<Whole> {
	/** Draft with the values of the other user in the fields that only that user has changed. */
	merged: Whole;
	/** Fields that only another user has changed. */
	adopted: (keyof Whole)[];
	/** Fields that both users have changed, to different values. */
	conflicts: (keyof Whole)[];
}

/** A field, or fields that are merged as one. */
type MergeUnit<Whole> = keyof Whole | readonly (keyof Whole)[];

type IsEqual = (one: unknown, other: unknown) => boolean;

export function threeWayMerge<Whole extends object>(
	units: readonly MergeUnit<Whole>[],
	{ base, mine }: LocalDraft<Whole>,
	theirs: Whole,
	isEqual: IsEqual = isSameContent,
): MergeResult<Whole> {
	const adopted: (keyof Whole)[] = [];
	const conflicts: (keyof Whole)[] = [];
	for (const unit of units) {
		const fields: readonly (keyof Whole)[] = Array.isArray(unit) ? unit : [unit];
		const differs = (one: Whole, other: Whole) => differing(fields, one, other, isEqual).length > 0;
		if (!differs(base, theirs) || !differs(mine, theirs)) continue;
		(differs(base, mine) ? conflicts : adopted).push(...fields);
	}
	return { merged: overlaid(mine, theirs, adopted), adopted, conflicts };
}

/**
 * Returns the draft after the user has changed the merged form to `next`. A change to a field that was adopted from the
 * other user is not a conflict.
 */
export function continued<Whole extends object>(
	draft: LocalDraft<Whole>,
	theirs: Whole,
	{ merged, adopted }: MergeResult<Whole>,
	next: Whole,
): LocalDraft<Whole> {
	const isChanged = (field: keyof Whole) => next[field] !== merged[field];
	return {
		base: overlaid(draft.base, theirs, adopted.filter(isChanged)),
		mine: overlaid(
			next,
			draft.mine,
			adopted.filter((field) => !isChanged(field)),
		),
	};
}

/** Returns the fields whose values differ. */
export function differing<Whole>(
	fields: readonly (keyof Whole)[],
	one: Whole,
	other: Whole,
	isEqual: IsEqual = isSameContent,
): (keyof Whole)[] {
	return fields.filter((field) => !isEqual(one[field], other[field]));
}

/** Returns `whole` with the values of `other` in `fields`. */
export function overlaid<Whole extends object>(whole: Whole, other: Whole, fields: readonly (keyof Whole)[]): Whole {
	return { ...whole, ...Object.fromEntries(fields.map((field) => [field, other[field]])) };
}

/** Compares without `id`, which numbers the rows of a form. */
function isSameContent(one: unknown, other: unknown): boolean {
	return contentOf(one) === contentOf(other);
}

function contentOf(value: unknown): string {
	return JSON.stringify(value ?? null, (key, part: unknown) => (key === "id" ? undefined : part));
}
