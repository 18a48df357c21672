import en from "@messages/en/assistant.json";
import zh from "@messages/zh/assistant.json";
import { messages } from "@/shared/text";

export const text = messages("assistant", en, zh);
