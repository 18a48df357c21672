// Accounts with a limited access scope, which must not replace or delete files that all languages and areas share.
import { limits } from "@/admin/peopleText";
import type { User } from "@/shared/http/types";

/** Whether the account of a user is limited to some languages or areas. */
export function isLimited({ locales, areas }: Pick<User, "locales" | "areas">): boolean {
	const lacks = (all: readonly string[], own: string[]) => own.length > 0 && all.some((one) => !own.includes(one));
	return lacks(limits.locales, locales) || lacks(limits.areas, areas);
}
