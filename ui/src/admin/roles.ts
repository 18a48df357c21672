// Messages for the role codes that the server sends, and a check of permissions.
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

/** Whether the user has a permission. The server defines the permissions of roles and sends them with the user. */
export function may(user: User, permission: Permission): boolean {
	return user.permissions.includes(permission);
}
