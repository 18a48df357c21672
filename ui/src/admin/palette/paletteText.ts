// Messages of the command palette: they come with it.
import en from "@messages/en/palette.json";
import zh from "@messages/zh/palette.json";
import { messages } from "@/shared/text";

export const paletteText = messages("palette", en, zh);
