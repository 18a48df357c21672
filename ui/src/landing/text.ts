import en from "@messages/en/landing.json";
import zh from "@messages/zh/landing.json";
import { messages } from "@/shared/i18n";

export const text = messages("landing", en, zh);
