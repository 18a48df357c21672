import en from "@messages/en/assistant.json";
import zh from "@messages/zh/assistant.json";
import { messages } from "@/shared/i18n";

export const text = messages("assistant", en, zh);
