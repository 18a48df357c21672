// Access scope of an account: the languages and areas to which it is limited. The server checks the scope, too.
import type { User } from "@/shared/http/types";

/** Whether a text is in the access scope. `locale` is a language as in URLs, such as `zh`. */
export function isWithin({ areas, locales }: Pick<User, "areas" | "locales">, area: string, locale: string): boolean {
	const allows = (limits: string[], name: string) => limits.length === 0 || limits.includes(name);
	// In the access scope, the front page and news are one area.
	return allows(areas, area === "news" ? "landing" : area) && allows(locales, locale);
}
