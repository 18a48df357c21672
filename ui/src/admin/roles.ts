// Messages for roles; the server sends stable names.
import { text } from "@/admin/text";
import type { Permission, Role, User } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

const keys = {
	owner: "roleOwner",
	admin: "roleAdmin",
	editor: "roleEditor",
	translator: "roleTranslator",
	reviewer: "roleReviewer",
	analyst: "roleAnalyst",
} as const satisfies Record<Role, Parameters<typeof text>[1]>;

export const roles: Role[] = ["owner", "admin", "editor", "translator", "reviewer", "analyst"];

export function roleText(locale: Locale, role: Role): string {
	return text(locale, keys[role]);
}

/** The table of roles is the server's: it says what this one may do. */
export function may(user: User, act: Permission): boolean {
	return user.may.includes(act);
}
