// Messages of the webhooks page, loaded together with that page.
import en from "@messages/en/webhooks.json";
import zh from "@messages/zh/webhooks.json";
import { moment } from "@/admin/moment";
import { fieldErrors, type Sending } from "@/admin/useMutation";
import { listed } from "@/admin/usersText";
import type { Delivery, Webhook, WebhookEvent } from "@/shared/http/types";
import { messages } from "@/shared/i18n";
import { joinSentences } from "@/shared/i18n/join";
import type { Locale } from "@/shared/i18n/locale";

export const webhooksText = messages("webhooks", en, zh);

type Key = Parameters<typeof webhooksText>[1];

/** Events that a webhook can subscribe to. The test event is not among them, because it has its own button. */
export const events: WebhookEvent[] = [
	"page.published",
	"page.unpublished",
	"page.moved",
	"page.trashed",
	"config.published",
	"translation.outdated",
];

/** Messages of this page for the errors of a field; undefined if there are none. */
export function fieldErrorText(locale: Locale, sending: Sending, field: string): string | undefined {
	const errors = fieldErrors(sending);
	const texts = errors.filter((error) => error.field === field).map(({ code }) => known(locale, `${field}.${code}`));
	const sentences = texts.filter((text) => text !== undefined);
	return joinSentences(locale, sentences) || undefined;
}

export function eventName(locale: Locale, event: string): string {
	return known(locale, `event.${event}`) ?? event;
}

/** Short text for the subscribed events. */
export function subscribedEvents(locale: Locale, { events }: Webhook): string {
	if (events.length === 0) return webhooksText(locale, "eventsAll");
	return listed(
		locale,
		events.map((event) => eventName(locale, event)),
	);
}

/** Message for the result of the last attempt. */
export function outcome(locale: Locale, { status, error, sent_at }: Delivery): string {
	if (error !== null) return known(locale, `error.${error}`) ?? error;
	if (status !== null) return webhooksText(locale, "status", { status });
	return webhooksText(locale, sent_at === null ? "notYet" : "error.broken");
}

/**
 * Message for the time of the next attempt. Undefined if no attempt is pending, or for the first attempt if the webhook
 * is enabled (`isOn`), because that attempt is immediate.
 */
export function nextText(locale: Locale, { state, attempts, next_at }: Delivery, isOn: boolean): string | undefined {
	if (state !== "waiting" || next_at === null) return undefined;
	const values = { moment: moment(next_at) };
	if (isOn) return attempts > 0 ? webhooksText(locale, "next", values) : undefined;
	return webhooksText(locale, next_at > Date.now() ? "nextOffLater" : "nextOff", values);
}

function known(locale: Locale, key: string): string | undefined {
	return isKey(key) ? webhooksText(locale, key) : undefined;
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
