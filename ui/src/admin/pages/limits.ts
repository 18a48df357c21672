// Who changes a page as a whole.
import { type Segment, segments } from "@/admin/pages/language";
import { may } from "@/admin/roles";
import { isWithin } from "@/shared/limits";
import type { User } from "@/shared/wire";

/** Moving a page and throwing it away concerns both of its languages. */
export function mayEditWhole(user: User, page: { area: string } & Record<Segment, unknown>): boolean {
	return may(user, "pages-edit") && segments.every((segment) => !page[segment] || isWithin(user, page.area, segment));
}
