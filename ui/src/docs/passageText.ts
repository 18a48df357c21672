// Messages of the parallel view and of outdated segments, loaded with pages that need them.
import en from "@messages/en/passages.json";
import zh from "@messages/zh/passages.json";
import { messages } from "@/shared/i18n";

export const passageText = messages("passages", en, zh);
