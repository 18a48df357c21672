import en from "@messages/en/localization.json";
import zh from "@messages/zh/localization.json";
import { messages } from "@/shared/i18n";

export const text = messages("localization", en, zh);
