import en from "@messages/en/edit.json";
import zh from "@messages/zh/edit.json";
import { messages } from "@/shared/i18n";

/** Words for those who write, on pages that readers see. */
export const text = messages("edit", en, zh);
