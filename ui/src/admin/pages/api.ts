// Requests of the page editor, one function each. A text is a complete file, including the front matter.
import { decorate } from "@pailou/core";
import { size } from "@/admin/api";
import { confirmed } from "@/admin/confirm";
import type { Filter } from "@/admin/pages/filter";
import type { Segment } from "@/admin/pages/language";
import { searchOf } from "@/shared/address";
import { change, get, getList, type List, post } from "@/shared/http/api";
import type {
	Acknowledge,
	AdminPage,
	DraftChange,
	DraftChanges,
	Editing,
	IntentionalCopies,
	NewPage,
	Preview,
	PreviewLink,
	Publish,
	Published,
	PublishGate,
	SavedDraft,
	TextDiff,
	TextRevision,
	WrittenPage,
} from "@/shared/http/types";

const pages = "/api/v1/admin/pages";

/** Precondition header: the request fails if the current revision of the text or the page is not `revision`. */
const ifMatch = (revision: string): [string, string][] => [["if-match", `"${revision}"`]];

export function list(filter: Filter, page: number, signal?: AbortSignal): Promise<List<AdminPage>> {
	return getList<AdminPage>(pages + searchOf({ ...filter, page, size }), signal);
}

export function written(id: string, signal?: AbortSignal): Promise<WrittenPage> {
	return get<WrittenPage>(`${pages}/${encodeURIComponent(id)}`, signal);
}

export function make(page: NewPage): Promise<WrittenPage> {
	return post<WrittenPage>(pages, page);
}

/** Creates the text in the language `segment` as a copy of the text in the other language. */
export function begin(id: string, segment: Segment): Promise<WrittenPage> {
	return post<WrittenPage>(`${pages}/${id}/${segment}/text`, {});
}

/** Saves a draft. `onto`: revision of the published text on which the draft is based. */
export function save(
	id: string,
	segment: Segment,
	text: string,
	revision: string,
	onto: string | undefined,
): Promise<SavedDraft> {
	const draft: DraftChange = onto === undefined ? { text } : { text, base: onto };
	return change<SavedDraft>("PUT", `${pages}/${id}/${segment}/draft`, draft, ifMatch(revision));
}

export function discard(id: string, segment: Segment, revision: string): Promise<void> {
	return change<void>("DELETE", `${pages}/${id}/${segment}/draft`, undefined, ifMatch(revision));
}

export function changes(id: string, segment: Segment): Promise<DraftChanges> {
	return get<DraftChanges>(`${pages}/${id}/${segment}/changes`);
}

export function publish(id: string, segment: Segment, what: Publish, revision: string): Promise<Published> {
	return post<Published>(`${pages}/${id}/${segment}/publish`, what, ifMatch(revision));
}

/** Marks outdated segments as still correct. `what.other` is the displayed revision of the other language. */
export function acknowledge(id: string, segment: Segment, what: Acknowledge, revision: string): Promise<WrittenPage> {
	return post<WrittenPage>(`${pages}/${id}/${segment}/acknowledgements`, what, ifMatch(revision));
}

/**
 * Removes acknowledgements, so that the segments are outdated again. `what.other` is the displayed revision of the
 * other language.
 */
export function undoAcknowledgement(
	id: string,
	segment: Segment,
	what: Acknowledge,
	revision: string,
): Promise<WrittenPage> {
	return post<WrittenPage>(`${pages}/${id}/${segment}/acknowledgements/undo`, what, ifMatch(revision));
}

/** Sets whether the languages of a page must be published together. With null, the publish gate of the area applies. */
export function setPublishGate(id: string, gate: PublishGate | null, revision: string): Promise<WrittenPage> {
	return change<WrittenPage>("PUT", `${pages}/${id}/publish-gate`, { gate }, ifMatch(revision));
}

/** Sets which untranslated copies are intentional. `what.other` is the displayed revision of the other language. */
export function keepCopies(
	id: string,
	segment: Segment,
	what: IntentionalCopies,
	revision: string,
): Promise<WrittenPage> {
	return change<WrittenPage>("PUT", `${pages}/${id}/${segment}/intentional-copies`, what, ifMatch(revision));
}

export function unschedule(id: string, segment: Segment): Promise<void> {
	return change<void>("DELETE", `${pages}/${id}/${segment}/schedule`);
}

/** Unpublishes a text, and also the text in the other language if its revision is given as `other`. */
export function unpublish(id: string, segment: Segment, revision: string, other?: string): Promise<WrittenPage> {
	const query = other === undefined ? "" : searchOf({ other });
	return post<WrittenPage>(`${pages}/${id}/${segment}/unpublish${query}`, {}, ifMatch(revision));
}

export function revisions(id: string, segment: Segment, page: number): Promise<List<TextRevision>> {
	return getList<TextRevision>(`${pages}/${id}/${segment}/revisions${searchOf({ page, size })}`);
}

/** Returns the differences between revision `number` and `to`: another revision, the published text, or the draft. */
export function difference(
	id: string,
	segment: Segment,
	number: number,
	to: number | "published" | "draft",
): Promise<TextDiff> {
	return get<TextDiff>(`${pages}/${id}/${segment}/revisions/${number}/diff${searchOf({ with: to })}`);
}

/** Replaces the draft with the text of a revision. */
export function restoreRevision(id: string, segment: Segment, number: number, revision: string): Promise<SavedDraft> {
	return post<SavedDraft>(`${pages}/${id}/${segment}/revisions/${number}/restore`, {}, ifMatch(revision));
}

export function preview(id: string, segment: Segment, text: string): Promise<Preview> {
	return post<Preview>(`${pages}/${id}/${segment}/preview`, { text });
}

export function previewLink(id: string, segment: Segment): Promise<PreviewLink> {
	return post<PreviewLink>(`${pages}/${id}/${segment}/preview-link`, {});
}

/** Announces that the user has the page open, and returns the other users who have it open. */
export function editing(id: string, locale: Segment): Promise<Editing[]> {
	return post<Editing[]>(`${pages}/${id}/presence`, { locale });
}

/** Announces that the user has closed the page. The request is sent even if the document is being unloaded. */
export function leaveEditing(id: string): void {
	const { url, headers } = decorate(`${pages}/${id}/presence`, "DELETE");
	fetch(url, { method: "DELETE", headers, keepalive: true }).catch((error: unknown) => {
		// A failure is ignored, because the server removes the user after a minute without an announcement.
		console.debug("ending presence failed", error);
	});
}

/** Sets the source language of a page. */
export function setSource(id: string, locale: Segment, revision: string): Promise<WrittenPage> {
	return change<WrittenPage>("PUT", `${pages}/${id}/source`, { locale }, ifMatch(revision));
}

/** Sets the navigation parent of a page. With null, the navigation parent is the page at the parent path. */
export function setParent(id: string, parent: string | null, revision: string): Promise<WrittenPage> {
	return change<WrittenPage>("PUT", `${pages}/${id}/parent`, { parent }, ifMatch(revision));
}

export function move(id: string, path: string, revision: string): Promise<WrittenPage> {
	return post<WrittenPage>(`${pages}/${id}/move`, { path }, ifMatch(revision));
}

export function moveToTrash(id: string, revision: string): Promise<void> {
	return change<void>("DELETE", `${pages}/${id}`, undefined, ifMatch(revision));
}

export function restorePage(id: string): Promise<WrittenPage> {
	return post<WrittenPage>(`${pages}/${id}/restore`, {});
}

export function deletePermanently(id: string): Promise<void> {
	return confirmed(() => change<void>("DELETE", `${pages}/${id}?permanent=true`));
}
