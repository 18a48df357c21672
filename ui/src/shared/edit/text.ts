import en from "@messages/en/edit.json";
import zh from "@messages/zh/edit.json";
import { messages } from "@/shared/i18n";

/** Messages for editors on public pages. */
export const text = messages("edit", en, zh);
