import { type FormEvent, useState } from "react";
import { NoteField } from "@/admin/NoteField";
import { failureOf, useMutation } from "@/admin/useMutation";
import { eventName, events, fieldErrorText, webhooksText as text } from "@/admin/webhooks/webhooksText";
import type { NewWebhook, Webhook } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Choices, Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

interface WebhookFormProps {
	/** Undefined for a new webhook. */
	webhook?: Webhook;
	submit: string;
	save: (input: NewWebhook) => Promise<void>;
}

const empty: NewWebhook = { endpoint: "", events: [], note: "" };

/** Form for the URL and the events of a webhook. */
export function WebhookForm({ webhook, submit, save }: WebhookFormProps) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [input, setInput] = useState<NewWebhook>(webhook ?? empty);
	const { endpoint, note } = input;
	function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		void send(async () => {
			await save({ endpoint, note, events: input.events });
			if (!webhook) setInput(empty);
		});
	}
	return (
		<form className={formStyles.form} onSubmit={onSubmit} aria-label={submit}>
			<Field
				label={text(locale, "endpoint")}
				hint={text(locale, "endpointHint")}
				error={fieldErrorText(locale, sending, "endpoint")}
			>
				{(attributes) => (
					<input
						{...attributes}
						type="url"
						required
						maxLength={2000}
						autoComplete="off"
						spellCheck={false}
						value={endpoint}
						onChange={({ target }) => setInput({ ...input, endpoint: target.value })}
					/>
				)}
			</Field>
			<Choices
				label={text(locale, "events")}
				hint={text(locale, "eventsHint")}
				all={events}
				chosen={input.events}
				nameOf={(event) => eventName(locale, event)}
				choose={(chosen) => setInput({ ...input, events: events.filter((event) => chosen.includes(event)) })}
			/>
			<NoteField
				hint={text(locale, "noteHint")}
				sending={sending}
				note={note}
				change={(note) => setInput({ ...input, note })}
			/>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending, ["endpoint", "note"])}
			</p>
			<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
				{submit}
			</button>
		</form>
	);
}
