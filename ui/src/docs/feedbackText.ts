// Messages of the feedback form after a vote, loaded together with the form.
import en from "@messages/en/feedback.json";
import zh from "@messages/zh/feedback.json";
import { messages } from "@/shared/i18n";

export const feedbackText = messages("feedback", en, zh);
