// Messages of the login form beyond its two fields, and of what can be wrong with them: they come with it.
import en from "@messages/en/login.json";
import zh from "@messages/zh/login.json";
import { messages } from "@/shared/i18n";

export const loginText = messages("login", en, zh);

export type LoginKey = Parameters<typeof loginText>[1];

export function isLoginKey(key: string): key is LoginKey {
	return Object.hasOwn(en, key);
}
