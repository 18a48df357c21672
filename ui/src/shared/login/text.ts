// Messages of the login form and its errors, loaded with the form. The labels of its fields are in `i18n/common.ts`.
import en from "@messages/en/login.json";
import zh from "@messages/zh/login.json";
import { messages } from "@/shared/i18n";

export const loginText = messages("login", en, zh);

export type LoginKey = Parameters<typeof loginText>[1];

export function isLoginKey(key: string): key is LoginKey {
	return Object.hasOwn(en, key);
}
