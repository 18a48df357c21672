// Messages for those who have said whether a page helped: they come after the click.
import en from "@messages/en/feedback.json";
import zh from "@messages/zh/feedback.json";
import { messages } from "@/shared/i18n";

export const feedbackText = messages("feedback", en, zh);
