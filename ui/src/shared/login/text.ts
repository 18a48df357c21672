// Messages of the login form except its two fields, and of its errors, in its chunk.
import en from "@messages/en/login.json";
import zh from "@messages/zh/login.json";
import { messages } from "@/shared/i18n";

export const loginText = messages("login", en, zh);

export type LoginKey = Parameters<typeof loginText>[1];

export function isLoginKey(key: string): key is LoginKey {
	return Object.hasOwn(en, key);
}
