import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router-dom";
import { changeWebhook, newWebhookSecret, redeliver, removeWebhook, testWebhook } from "@/admin/api";
import sectionStyles from "@/admin/section.module.css";
import { failureOf, useMutation } from "@/admin/useMutation";
import { Deliveries } from "@/admin/webhooks/Deliveries";
import { usePolling } from "@/admin/webhooks/usePolling";
import { WebhookForm } from "@/admin/webhooks/WebhookForm";
import { fieldErrorText, webhooksText as text } from "@/admin/webhooks/webhooksText";
import type { Delivery, Webhook } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";
import { SecretField } from "@/shared/ui/SecretField";

interface WebhookDetailsProps {
	webhook: Webhook;
	deliveries: Delivery[];
	page: number;
	total: number;
}

/** Page of a webhook: its state, its deliveries, and its settings. */
export function WebhookDetails({ webhook, deliveries, page, total }: WebhookDetailsProps) {
	const locale = useLocale();
	const navigate = useNavigate();
	const { revalidate } = useRevalidator();
	const [done, setDone] = useState("");
	const [secret, setSecret] = useState<string>();
	const [sending, send] = useMutation();
	const { endpoint, is_on, error } = webhook;
	const waiting = deliveries.flatMap(({ id, state }) => (state === "waiting" ? [id] : []));
	usePolling(waiting.join(" "), revalidate);
	const act = (request: () => Promise<unknown>, message: string) =>
		void send(async () => {
			await request();
			await revalidate();
			setDone(message);
		});
	/** Reloads the data. If another action finishes during the reload, the message of that action is shown. */
	async function refresh() {
		setDone("");
		await revalidate();
		setDone((now) => now || text(locale, "refreshed"));
	}
	const replaceSecret = () =>
		act(async () => setSecret((await newWebhookSecret(webhook)).secret), text(locale, "secretReplaced"));
	const remove = () =>
		void send(async () => {
			await removeWebhook(webhook);
			await navigate("/admin/webhooks");
		});
	return (
		<div className={sectionStyles.section}>
			<p>
				<Link to="/admin/webhooks">{text(locale, "back")}</Link>
			</p>
			<h2>{endpoint}</h2>
			<p>{text(locale, error === "gone" ? "gone" : is_on ? "isOn" : "isOff")}</p>
			<p role="status">{done}</p>
			<p role="alert" className={formStyles.error}>
				{fieldErrorText(locale, sending, "is_on") ?? failureOf(locale, sending)}
			</p>
			<p className={listStyles.actions}>
				{is_on && (
					<button type="button" onClick={() => act(() => testWebhook(webhook), text(locale, "tested"))}>
						{text(locale, "test")}
					</button>
				)}
				<button
					type="button"
					onClick={() =>
						act(
							() => changeWebhook(webhook, { ...webhook, is_on: !is_on }),
							text(locale, is_on ? "switchedOff" : "switchedOn"),
						)
					}
				>
					{text(locale, is_on ? "switchOff" : "switchOn")}
				</button>
				<ConfirmButton
					label={text(locale, "newSecret")}
					name={text(locale, "newSecret")}
					question={text(locale, "newSecretSure")}
					act={replaceSecret}
				/>
				<ConfirmButton
					label={text(locale, "remove")}
					name={text(locale, "removeName", { endpoint })}
					question={text(locale, "removeSure")}
					act={remove}
				/>
			</p>
			{secret !== undefined && (
				<SecretField label={text(locale, "secret")} value={secret} note={text(locale, "secretNote")} />
			)}
			<Deliveries
				webhook={webhook}
				deliveries={deliveries}
				page={page}
				total={total}
				refresh={() => void refresh()}
				again={(delivery) => act(() => redeliver(webhook, delivery), text(locale, "sentAgain"))}
			/>
			<section aria-labelledby="change-webhook" className={sectionStyles.section}>
				<h2 id="change-webhook">{text(locale, "change")}</h2>
				<WebhookForm
					key={webhook.revision}
					webhook={webhook}
					submit={text(locale, "changeSubmit")}
					save={async (change) => {
						await changeWebhook(webhook, { ...change, is_on });
						await revalidate();
						setDone(text(locale, "changed"));
					}}
				/>
			</section>
		</div>
	);
}
