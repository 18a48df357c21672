// What is being written over what is published. It is kept in this browser with what it was begun on, so that it meets
// what somebody else has published meanwhile, however late.
import { useDraft } from "@/admin/config/useDraft";
import { fieldsOf } from "@/admin/site/fields";
import { type Begun, differing, goOn, type Met, meet, overlaid } from "@/admin/site/meet";

/** How a form has what is published, and what of it is changed by itself. */
export interface Shape<Whole> {
	name: string;
	fields: readonly (keyof Whole)[];
	read: (body: string | null | undefined) => Whole;
	write: (whole: Whole) => string;
}

interface Writing<Whole> {
	met: Met<Whole>;
	/** As it was written here. */
	mine: Whole;
	isBegun: boolean;
	/** What is published from now on is met with what is seen now. */
	begin: () => void;
	write: (whole: Whole) => void;
	/** A field becomes what somebody else has published. */
	take: (field: keyof Whole) => void;
	/** A field stays as it was written here. */
	insist: (field: keyof Whole) => void;
	drop: () => void;
	/** `sent` is published, as `published`: what was written since is begun on that. */
	settle: (sent: Whole, published: Whole) => void;
}

export function useBegun<Whole extends object>(shape: Shape<Whole>, now: Whole, isSending: boolean): Writing<Whole> {
	const { name, fields } = shape;
	const [kept, keep] = useDraft<Begun<Whole>>(
		`form/${name}`,
		(kept) => begunOf(shape, kept),
		({ was, mine }) => ({ was: shape.write(was), mine: shape.write(mine) }),
	);
	const begun = kept ?? { was: now, mine: now };
	const met = meet(fields, begun, now);
	// What is as published now is something else over what is being sent.
	const goTo = (next: Begun<Whole>) =>
		keep(isSending || differing(fields, now, meet(fields, next, now).whole).length > 0 ? next : undefined);
	function settle(sent: Whole, published: Whole): void {
		keep((since) => {
			const whole = since ? meet(fields, since, now).whole : sent;
			const changed = differing(fields, sent, whole);
			return changed.length > 0 ? { was: published, mine: overlaid(published, whole, changed) } : undefined;
		});
	}
	return {
		met,
		mine: begun.mine,
		isBegun: kept !== undefined,
		begin: () => keep(begun),
		write: (whole) => goTo(goOn(begun, now, met, whole)),
		take: (field) => goTo({ ...begun, mine: overlaid(begun.mine, now, [field]) }),
		insist: (field) => goTo({ ...begun, was: overlaid(begun.was, now, [field]) }),
		drop: () => keep(undefined),
		settle,
	};
}

/** As this browser has kept it: the texts that would be published. */
function begunOf<Whole extends object>(shape: Shape<Whole>, kept: unknown): Begun<Whole> | undefined {
	const { was, mine } = fieldsOf(kept);
	if (typeof was !== "string" || typeof mine !== "string" || was === mine) return undefined;
	return { was: shape.read(was), mine: shape.read(mine) };
}
