// Messages of passages in two languages: they come with a page that shows both, or one that is outdated.
import en from "@messages/en/passages.json";
import zh from "@messages/zh/passages.json";
import { messages } from "@/shared/i18n";

export const passageText = messages("passages", en, zh);
