import en from "@messages/en/docs.json";
import zh from "@messages/zh/docs.json";
import { messages } from "@/shared/i18n";

export const text = messages("docs", en, zh);
