import en from "@messages/en/keys.json";
import zh from "@messages/zh/keys.json";
import { messages } from "@/shared/i18n";

export const text = messages("keys", en, zh);
