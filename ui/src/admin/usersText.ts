// Messages of the pages about accounts, users, and the audit log, and for codes of the server, such as permissions,
// actions, and field errors.
import en from "@messages/en/users.json";
import zh from "@messages/zh/users.json";
import { messages } from "@/shared/i18n";
import { type Locale, languageName } from "@/shared/i18n/locale";

export const usersText = messages("users", en, zh);

type Key = Parameters<typeof usersText>[1];

export const actions = Object.keys(en).flatMap((key) => {
	const [, action] = key.match(/^action\.(.+)$/) ?? [];
	return action === undefined ? [] : [action];
});

export function actionText(locale: Locale, action: string): string {
	return named(locale, `action.${action}`) ?? action;
}

/** Name of a group of actions, or its code if it has no name. */
export function actionGroupText(locale: Locale, group: string): string {
	return named(locale, `actions.${group}`) ?? group;
}

export function permissionText(locale: Locale, permission: string): string {
	return named(locale, `permission.${permission}`) ?? permission;
}

/** Name of a field of an audit log entry; undefined for an unknown field. */
export function logFieldText(locale: Locale, field: string): string | undefined {
	if (field === "zh-CN" || field === "en-US") return languageName(field, locale);
	return named(locale, `field.${field}`);
}

/** Name of a verdict on a changed segment, or its code if the verdict is unknown. */
export function verdictText(locale: Locale, verdict: string): string {
	return named(locale, `verdict.${verdict}`) ?? verdict;
}

/** Name of an authentication method, or its code if the method is unknown. */
export function methodText(locale: Locale, method: string): string {
	return named(locale, `by.${method}`) ?? method;
}

/** Reason for a rejected login, or its code if the reason is unknown. */
export function reasonText(locale: Locale, reason: string): string {
	return named(locale, `reason.${reason}`) ?? reason;
}

/** Message for an error of a field; undefined if there is none for the code. */
export function errorText(locale: Locale, field: string, code: string): string | undefined {
	return named(locale, `${field}.${code}`);
}

export const limits = { locales: ["zh", "en"], areas: ["docs", "landing"] } as const;

/** Name of a language or an area in the access scope of an account, or its code if it is unknown. */
export function limitText(locale: Locale, limit: string): string {
	if (limit.startsWith("zh")) return languageName("zh-CN", locale);
	if (limit.startsWith("en")) return languageName("en-US", locale);
	return named(locale, `area.${limit}`) ?? limit;
}

/** Languages or areas in the access scope of an account, as text; an empty list means no limit. */
export function limitsText(locale: Locale, limits: readonly string[]): string {
	if (limits.length === 0) return usersText(locale, "all");
	return listed(
		locale,
		limits.map((limit) => limitText(locale, limit)),
	);
}

export function listed(locale: Locale, words: string[]): string {
	return words.join(locale === "zh-CN" ? "、" : ", ");
}

function named(locale: Locale, key: string): string | undefined {
	return isKey(key) ? usersText(locale, key) : undefined;
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
