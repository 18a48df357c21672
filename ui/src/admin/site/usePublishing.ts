// State of a form for a site file: the draft, concurrent changes of other users, and the result of publishing.
import { useMemo, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { publishConfig } from "@/admin/api";
import { type FileConversion, useLocalDraft } from "@/admin/site/useLocalDraft";
import { differing, type MergeResult, overlaid } from "@/admin/threeWayMerge";
import { type Sending, useMutation } from "@/admin/useMutation";
import { ProblemError } from "@/shared/http/api";
import type { ConfigValue } from "@/shared/http/types";

export interface Publishing<Whole> {
	draft: Whole;
	write: (draft: Whole) => void;
	/** Whether the form has unpublished changes. */
	isWritten: boolean;
	/** Discards the draft. */
	drop: () => void;
	/** Publishes the draft; does nothing while there are conflicts. */
	publish: () => void;
	/** Changes that another user has published since the draft was started. */
	conflict: Conflict<Whole> | undefined;
	sending: Sending;
	/** Whether publishing was rejected because of a concurrent change. */
	isLate: boolean;
	done: boolean;
}

export interface Conflict<Whole> extends Omit<MergeResult<Whole>, "merged"> {
	now: Whole;
	mine: Whole;
	take: (field: keyof Whole) => void;
	insist: (field: keyof Whole) => void;
}

/** The site file that was just published. It is displayed until the route has reloaded. */
interface Sent<Whole> {
	/** Revision that the route had loaded. */
	over: string | undefined;
	value: ConfigValue;
	whole: Whole;
}

export function usePublishing<Whole extends object>(
	shape: FileConversion<Whole>,
	loaded: ConfigValue | undefined,
): Publishing<Whole> {
	const { revalidate } = useRevalidator();
	const [sending, send] = useMutation();
	const [done, setDone] = useState(false);
	const [sent, setSent] = useState<Sent<Whole>>();
	const value = sent && sent.over === loaded?.revision ? sent.value : loaded;
	const body = value?.body;
	const published = useMemo(() => shape.read(body), [shape, body]);
	// After publishing, the form keeps its rows, so that the focus is not lost.
	const now = sent && sent.value.body === body ? sent.whole : published;
	const {
		result,
		mine,
		hasDraft: isBegun,
		begin,
		write,
		takeTheirs: take,
		keepMine: insist,
		drop,
		published: settle,
	} = useLocalDraft(shape, now, sending.state === "sending");
	const { merged: draft, adopted, conflicts } = result;
	const isLate = sending.state === "refused" && isStale(sending.error);
	const hasConflict = (isLate && isBegun) || adopted.length + conflicts.length > 0;
	async function publish(): Promise<void> {
		setDone(false);
		// Stores the base even without changes, so that publishing never overwrites an unseen value.
		if (!isBegun) begin();
		const body = shape.write(draft);
		const value = await sendOver(body);
		const whole = rowsKept(shape, shape.read(body), draft);
		setSent({ over: loaded?.revision, value, whole });
		settle(draft, whole);
		await revalidate();
		setDone(true);
	}
	async function sendOver(body: string): Promise<ConfigValue> {
		try {
			return await publishConfig(shape.name, value, { body, publish_at: null });
		} catch (error) {
			// Reloads only after a conflict. If the session has expired, a reload would remove the form.
			if (isStale(error)) await revalidate();
			throw error;
		}
	}
	return {
		draft,
		write(draft) {
			setDone(false);
			write(draft);
		},
		isWritten: differing(shape.fields, now, draft).length > 0,
		drop() {
			drop();
			// Clears the error of the discarded draft.
			if (sending.state === "refused") void send(revalidate);
		},
		publish: () => void (conflicts.length === 0 && send(publish)),
		conflict: hasConflict ? { now, mine, adopted, conflicts, take, insist } : undefined,
		sending,
		isLate,
		done,
	};
}

/**
 * Returns `read`, the published value. Fields that are equal in `read` and `whole` are taken from `whole`, so that the
 * form keeps its rows.
 */
function rowsKept<Whole extends object>({ fields }: FileConversion<Whole>, read: Whole, whole: Whole): Whole {
	const changed = differing(fields, read, whole);
	return overlaid(
		read,
		whole,
		fields.filter((field) => !changed.includes(field)),
	);
}

function isStale(error: unknown): boolean {
	return error instanceof ProblemError && [412, 428].includes(error.problem.status);
}
