import en from "@messages/en/offline.json";
import zh from "@messages/zh/offline.json";
import { messages } from "@/shared/i18n";

export const text = messages("offline", en, zh);
