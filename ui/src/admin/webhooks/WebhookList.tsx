import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import { addWebhook } from "@/admin/api";
import { Pagination } from "@/admin/Pagination";
import sectionStyles from "@/admin/section.module.css";
import { WebhookForm } from "@/admin/webhooks/WebhookForm";
import { subscribedEvents, webhooksText as text } from "@/admin/webhooks/webhooksText";
import { searchOf } from "@/shared/address";
import type { Webhook } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";
import { SecretField } from "@/shared/ui/SecretField";

const path = "/admin/webhooks";

/** List of webhooks, with a form to create one. */
export function WebhookList({ webhooks, page, total }: { webhooks: Webhook[]; page: number; total: number }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [secret, setSecret] = useState<string>();
	return (
		<div className={sectionStyles.section}>
			<p>{text(locale, "intro")}</p>
			{webhooks.length === 0 && <p>{text(locale, "none")}</p>}
			<ul className={listStyles.rows} aria-label={text(locale, "list")}>
				{webhooks.map((webhook) => (
					<Row key={webhook.id} webhook={webhook} />
				))}
			</ul>
			<Pagination path={path} query={{}} page={page} total={total} />
			<section aria-labelledby="add-webhook" className={sectionStyles.section}>
				<h2 id="add-webhook">{text(locale, "add")}</h2>
				{secret !== undefined && (
					<SecretField label={text(locale, "secret")} value={secret} note={text(locale, "secretNote")} />
				)}
				<WebhookForm
					submit={text(locale, "addSubmit")}
					save={async (webhook) => {
						const made = await addWebhook(webhook);
						setSecret(made.secret);
						await revalidate();
					}}
				/>
			</section>
		</div>
	);
}

function Row({ webhook }: { webhook: Webhook }) {
	const locale = useLocale();
	const { id, endpoint, note, is_on, error, waiting, failed } = webhook;
	return (
		<li>
			<p className={listStyles.name}>
				<Link to={path + searchOf({ id })} aria-label={text(locale, "open", { endpoint })}>
					{endpoint}
				</Link>
				{!is_on && <span className={listStyles.badge}>{text(locale, "off")}</span>}
			</p>
			{note !== "" && <p>{note}</p>}
			{error === "gone" && <p className={formStyles.error}>{text(locale, "gone")}</p>}
			<p>{subscribedEvents(locale, webhook)}</p>
			<p>{text(locale, "counts", { waiting: number(waiting), failed: number(failed) })}</p>
		</li>
	);
}
