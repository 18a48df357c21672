import { moment } from "@/admin/moment";
import { type Segment, segments } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import type { AdminText, WrittenPage } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Whether readers can see a text now. A published text with `visible_at` becomes visible later. */
export const isRead = ({ state, visible_at }: AdminText): boolean => state === "published" && visible_at === null;

/** Returns the publication state of a text as a message. */
export function stateText(locale: Locale, { state, visible_at }: AdminText): string {
	return visible_at === null
		? text(locale, `publication.${state}`)
		: text(locale, "comesAt", { moment: moment(visible_at) });
}

/** Languages in which the text of a page is in the trash. */
export function languagesInTrash(page: WrittenPage): Segment[] {
	return segments.filter((segment) => page[segment]?.listed.state === "trash");
}

/** Whether all texts of a page are in the trash. */
export function isInTrash(page: WrittenPage): boolean {
	return segments.every((segment) => !page[segment] || page[segment].listed.state === "trash");
}
