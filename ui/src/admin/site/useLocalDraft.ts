// Draft of a form for a site file. The browser stores the draft with its base, so that the draft can be merged with a
// version that another user publishes later.
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

/** Conversion between a form and its site file, and the fields that are merged separately. */
export interface FileConversion<Whole> {
	name: string;
	fields: readonly (keyof Whole)[];
	read: (body: string | null | undefined) => Whole;
	write: (whole: Whole) => string;
}

interface FormDraft<Whole> {
	result: MergeResult<Whole>;
	/** The draft before the merge. */
	mine: Whole;
	hasDraft: boolean;
	/** Starts the draft. Versions that are published later are merged with it. */
	begin: () => void;
	write: (whole: Whole) => void;
	/** Sets a field to the value that another user has published. */
	takeTheirs: (field: keyof Whole) => void;
	/** Keeps the draft's value of a field despite the change of the other user. */
	keepMine: (field: keyof Whole) => void;
	drop: () => void;
	/** Called after publishing. `sent` is the sent form; `published`, the published value, is the next base. */
	published: (sent: Whole, published: Whole) => void;
}

export function useLocalDraft<Whole extends object>(
	shape: FileConversion<Whole>,
	now: Whole,
	isSending: boolean,
): FormDraft<Whole> {
	const { name, fields } = shape;
	const [storedDraft, keep] = useDraft<LocalDraft<Whole>>(
		`form/${name}`,
		(value) => localDraftOf(shape, value),
		({ base, mine }) => ({ was: shape.write(base), mine: shape.write(mine) }),
	);
	const draft = storedDraft ?? { base: now, mine: now };
	const result = threeWayMerge(fields, draft, now);
	// While a request is running, a draft equal to the published value is kept, because it differs from the sent draft.
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
		hasDraft: storedDraft !== undefined,
		begin: () => keep(draft),
		write: (whole) => goTo(continued(draft, now, result, whole)),
		takeTheirs: (field) => goTo({ ...draft, mine: overlaid(draft.mine, now, [field]) }),
		keepMine: (field) => goTo({ ...draft, base: overlaid(draft.base, now, [field]) }),
		drop: () => keep(undefined),
		published: settle,
	};
}

/** Parses a stored draft, which consists of two serialized site files. */
function localDraftOf<Whole extends object>(
	shape: FileConversion<Whole>,
	stored: unknown,
): LocalDraft<Whole> | undefined {
	const { was, mine } = fieldsOf(stored);
	if (typeof was !== "string" || typeof mine !== "string" || was === mine) return undefined;
	return { base: shape.read(was), mine: shape.read(mine) };
}
