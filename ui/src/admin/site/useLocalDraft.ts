// The draft of a form over a published value. The browser stores it with the value it began on, so that it can be merged
// with what another user has published since.
import { useDraft } from "@/admin/config/useDraft";
import { fieldsOf } from "@/admin/site/fields";
import {
	continued,
	differing,
	type LocalDraft,
	type MergeResult,
	overlaid,
	threeWayMerge,
} from "@/admin/threeWayMerge";

/** How a form has what is published, and what of it is changed by itself. */
export interface Shape<Whole> {
	name: string;
	fields: readonly (keyof Whole)[];
	read: (body: string | null | undefined) => Whole;
	write: (whole: Whole) => string;
}

interface Writing<Whole> {
	result: MergeResult<Whole>;
	/** As it was written here. */
	mine: Whole;
	isBegun: boolean;
	/** Starts the draft: what is published from now on is merged with it. */
	begin: () => void;
	write: (whole: Whole) => void;
	/** A field gets the value that another user has published. */
	take: (field: keyof Whole) => void;
	/** A field keeps the value of the draft. */
	insist: (field: keyof Whole) => void;
	drop: () => void;
	/** `sent` is published, as `published`: what was written since is begun on that. */
	settle: (sent: Whole, published: Whole) => void;
}

export function useLocalDraft<Whole extends object>(
	shape: Shape<Whole>,
	now: Whole,
	isSending: boolean,
): Writing<Whole> {
	const { name, fields } = shape;
	const [kept, keep] = useDraft<LocalDraft<Whole>>(
		`form/${name}`,
		(kept) => localDraftOf(shape, kept),
		({ base, mine }) => ({ was: shape.write(base), mine: shape.write(mine) }),
	);
	const draft = kept ?? { base: now, mine: now };
	const result = threeWayMerge(fields, draft, now);
	// What is as published now is something else over what is being sent.
	const goTo = (next: LocalDraft<Whole>) =>
		keep(isSending || differing(fields, now, threeWayMerge(fields, next, now).merged).length > 0 ? next : undefined);
	function settle(sent: Whole, published: Whole): void {
		keep((since) => {
			const whole = since ? threeWayMerge(fields, since, now).merged : sent;
			const changed = differing(fields, sent, whole);
			return changed.length > 0 ? { base: published, mine: overlaid(published, whole, changed) } : undefined;
		});
	}
	return {
		result,
		mine: draft.mine,
		isBegun: kept !== undefined,
		begin: () => keep(draft),
		write: (whole) => goTo(continued(draft, now, result, whole)),
		take: (field) => goTo({ ...draft, mine: overlaid(draft.mine, now, [field]) }),
		insist: (field) => goTo({ ...draft, base: overlaid(draft.base, now, [field]) }),
		drop: () => keep(undefined),
		settle,
	};
}

/** As the browser has stored it: the texts that would be published. */
function localDraftOf<Whole extends object>(shape: Shape<Whole>, kept: unknown): LocalDraft<Whole> | undefined {
	const { was, mine } = fieldsOf(kept);
	if (typeof was !== "string" || typeof mine !== "string" || was === mine) return undefined;
	return { base: shape.read(was), mine: shape.read(mine) };
}
