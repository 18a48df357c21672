// Permissions of a role, restricted by the access scope of the account. The server checks again.
import type { User } from "@/shared/http/types";

/** `locale` as addresses and limits name it. */
export function isWithin({ areas, locales }: Pick<User, "areas" | "locales">, area: string, locale: string): boolean {
	const allows = (limits: string[], name: string) => limits.length === 0 || limits.includes(name);
	// News belong to the front page.
	return allows(areas, area === "news" ? "landing" : area) && allows(locales, locale);
}
