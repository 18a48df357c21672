// What the limits of an account leave of what its role may do. The server looks again.
import { type Segment, segments } from "@/admin/pages/language";
import { may } from "@/admin/roles";
import type { User } from "@/shared/wire";

export function isWithin({ areas, locales }: User, area: string, segment: Segment): boolean {
	const allows = (limits: string[], name: string) => limits.length === 0 || limits.includes(name);
	// News belong to the front page.
	return allows(areas, area === "news" ? "landing" : area) && allows(locales, segment);
}

/** Moving a page and throwing it away concerns both of its languages. */
export function mayEditWhole(user: User, page: { area: string } & Record<Segment, unknown>): boolean {
	return may(user, "pages-edit") && segments.every((segment) => !page[segment] || isWithin(user, page.area, segment));
}
