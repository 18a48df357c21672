// Messages of the controls in this folder.
import en from "@messages/en/controls.json";
import zh from "@messages/zh/controls.json";
import { messages } from "@/shared/i18n";

export const controlsText = messages("controls", en, zh);
