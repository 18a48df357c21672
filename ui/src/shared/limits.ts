// Access scope of an account: its languages and areas. The server also checks it.
import type { User } from "@/shared/http/types";

/** `locale` is a language as in URLs and access scopes, such as `zh`. */
export function isWithin({ areas, locales }: Pick<User, "areas" | "locales">, area: string, locale: string): boolean {
	const allows = (limits: string[], name: string) => limits.length === 0 || limits.includes(name);
	// News entries belong to the area of the front page.
	return allows(areas, area === "news" ? "landing" : area) && allows(locales, locale);
}
