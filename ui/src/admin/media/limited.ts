// Users with an access scope must not replace or delete files, because all languages and areas share the files.
import { limits } from "@/admin/usersText";
import type { User } from "@/shared/http/types";

/** Whether the access scope of a user excludes a language or an area. */
export function isLimited({ locales, areas }: Pick<User, "locales" | "areas">): boolean {
	const lacks = (all: readonly string[], own: string[]) => own.length > 0 && all.some((one) => !own.includes(one));
	return lacks(limits.locales, locales) || lacks(limits.areas, areas);
}
