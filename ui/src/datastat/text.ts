import en from "@messages/en/datastat.json";
import zh from "@messages/zh/datastat.json";
import { messages } from "@/shared/i18n";

export const text = messages("datastat", en, zh);
