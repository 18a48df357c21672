// Messages of the search dialog, loaded together with the dialog.
import en from "@messages/en/search.json";
import zh from "@messages/zh/search.json";
import { messages } from "@/shared/i18n";

export const dialogText = messages("search", en, zh);
