import en from "@messages/en/app.json";
import zh from "@messages/zh/app.json";
import { messages } from "@/shared/i18n";

export const text = messages("app", en, zh);
