// Permissions of a user for a page: to change the whole page, and to select it for bulk actions.
import { type Segment, segments } from "@/admin/pages/language";
import { may } from "@/admin/roles";
import type { User } from "@/shared/http/types";
import { isWithin } from "@/shared/limits";

/** Whether the user may move or delete a page, which concerns both of its languages. */
export function mayEditWhole(user: User, page: { area: string } & Record<Segment, unknown>): boolean {
	return may(user, "pages-edit") && segments.every((segment) => !page[segment] || isWithin(user, page.area, segment));
}

/**
 * Whether the user may select a page for bulk actions. A user who may edit the whole page may select it. Other users
 * must be permitted to edit one of its languages, or, if the list is filtered to a language, that language (`only`).
 */
export function mayChoose(user: User, page: { area: string } & Record<Segment, unknown>, only?: Segment): boolean {
	const isOwn = (segment: Segment) =>
		page[segment] && (only ?? segment) === segment && isWithin(user, page.area, segment);
	return mayEditWhole(user, page) || (may(user, "pages-edit") && segments.some(isOwn));
}
