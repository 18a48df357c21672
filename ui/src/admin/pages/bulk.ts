// Bulk actions on pages: one page after the other, with a separate error for each page.
import { moveToTrash, publish, restorePage, unpublish, written } from "@/admin/pages/api";
import { type Segment, segments } from "@/admin/pages/language";
import { ProblemError } from "@/shared/http/api";
import type { WrittenPage, WrittenText } from "@/shared/http/types";

export type BulkAction = "publish" | "unpublish" | "trash" | "restorePage";

export interface Failure {
	id: string;
	/**
	 * Reason why the page was not changed: the error of the server; `nothing` if the action does not apply to the page;
	 * undefined if the server was not reached.
	 */
	why: ProblemError | "nothing" | undefined;
}

/** Navigation state that the editor passes to the page list: the page that was moved to the trash. */
export interface Trashed {
	trashed: { id: string; title: string };
}

export function trashedOf(state: unknown): Trashed["trashed"] | undefined {
	return (state as Partial<Trashed> | null)?.trashed;
}

/** Performs an action on pages, one after the other. `only` limits publishing and unpublishing to one language. */
export async function inBulk(
	action: BulkAction,
	ids: string[],
	only: Segment | undefined,
	step: (done: number) => void,
): Promise<Failure[]> {
	const failures: Failure[] = [];
	for (const [done, id] of ids.entries()) {
		step(done);
		try {
			if (action === "restorePage") await restorePage(id);
			else if (!(await one(action, await written(id), only))) failures.push({ id, why: "nothing" });
		} catch (error) {
			failures.push({ id, why: error instanceof ProblemError ? error : undefined });
		}
	}
	return failures;
}

/** Performs the action on one page; returns false if it does not apply to the page. */
async function one(
	action: Exclude<BulkAction, "restorePage">,
	page: WrittenPage,
	only: Segment | undefined,
): Promise<boolean> {
	if (action === "trash") {
		await moveToTrash(page.id, page.revision);
		return true;
	}
	const texts = segments.flatMap((segment) => {
		const text = page[segment];
		return text?.may_edit && (only ?? segment) === segment && appliesTo(action, text) ? [{ segment, text }] : [];
	});
	const [first, second] = texts;
	if (!first) return false;
	if (action === "unpublish") {
		for (const { segment, text } of texts) await unpublish(page.id, segment, text.revision);
		return true;
	}
	// One request publishes both languages, so that they appear on the site together.
	const other = second ? { other: second.text.revision } : {};
	await publish(page.id, first.segment, { decisions: [], ...other }, first.text.revision);
	return true;
}

function appliesTo(action: "publish" | "unpublish", { listed }: WrittenText): boolean {
	return action === "publish" ? listed.changed || listed.state === "draft" : listed.state === "published";
}
