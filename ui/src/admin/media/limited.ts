// Whose changes not all readers may see: they leave the files of all readers alone.
import { limits } from "@/admin/peopleText";
import type { User } from "@/shared/http/types";

/** Whether some languages or areas are closed to somebody. */
export function isLimited({ locales, areas }: Pick<User, "locales" | "areas">): boolean {
	const lacks = (all: readonly string[], own: string[]) => own.length > 0 && all.some((one) => !own.includes(one));
	return lacks(limits.locales, locales) || lacks(limits.areas, areas);
}
