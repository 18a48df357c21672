import en from "@messages/en/admin.json";
import zh from "@messages/zh/admin.json";
import { messages } from "@/shared/i18n";

export const text = messages("admin", en, zh);
