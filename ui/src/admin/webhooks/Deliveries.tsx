import config from "@/admin/config/Config.module.css";
import { moment } from "@/admin/moment";
import { Pagination } from "@/admin/Pagination";
import sectionStyles from "@/admin/section.module.css";
import { eventName, nextText, outcome, webhooksText as text } from "@/admin/webhooks/webhooksText";
import type { Delivery, Webhook } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import listStyles from "@/shared/ui/list.module.css";

interface DeliveriesProps {
	webhook: Webhook;
	deliveries: Delivery[];
	page: number;
	total: number;
	refresh: () => void;
	again: (delivery: Delivery) => void;
}

/** List of pending and attempted deliveries, with their results. */
export function Deliveries({ webhook, deliveries, page, total, refresh, again }: DeliveriesProps) {
	const locale = useLocale();
	return (
		<section aria-labelledby="deliveries" className={sectionStyles.section}>
			<h2 id="deliveries">{text(locale, "deliveries")}</h2>
			{deliveries.length === 0 && <p>{text(locale, "deliveriesNone")}</p>}
			<p>
				<button type="button" onClick={refresh}>
					{text(locale, "refresh")}
				</button>
			</p>
			<ul className={listStyles.rows} aria-labelledby="deliveries">
				{deliveries.map((delivery) => (
					<Item
						key={delivery.id}
						delivery={delivery}
						isOn={webhook.is_on}
						again={webhook.is_on && delivery.state !== "waiting" ? () => again(delivery) : undefined}
					/>
				))}
			</ul>
			<Pagination path="/admin/webhooks" query={{ id: webhook.id }} page={page} total={total} />
		</section>
	);
}

interface ItemProps {
	delivery: Delivery;
	/** Whether the webhook is enabled; a disabled webhook keeps its pending deliveries. */
	isOn: boolean;
	again: (() => void) | undefined;
}

function Item({ delivery, isOn, again }: ItemProps) {
	const locale = useLocale();
	const { id, event, state, created_at, attempts, sent_at, took_ms, body } = delivery;
	const name = eventName(locale, event);
	const next = nextText(locale, delivery, isOn);
	return (
		<li>
			<p className={listStyles.name}>
				{name}
				<span className={listStyles.badge} data-tone={state === "failed" ? "warning" : undefined}>
					{text(locale, `state.${state}`)}
				</span>
			</p>
			<p>{outcome(locale, delivery)}</p>
			{sent_at !== null && took_ms !== null && (
				<p>{text(locale, "attempt", { attempts: number(attempts), moment: moment(sent_at), ms: number(took_ms) })}</p>
			)}
			{next !== undefined && <p>{next}</p>}
			<details>
				<summary>{text(locale, "message", { moment: moment(created_at) })}</summary>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
				<section className={config.old} tabIndex={0} aria-label={text(locale, "messageName", { id })}>
					<pre>{body}</pre>
				</section>
			</details>
			{again && (
				<p className={listStyles.actions}>
					<button
						type="button"
						aria-label={text(locale, "againName", { name, moment: moment(created_at) })}
						onClick={again}
					>
						{text(locale, "again")}
					</button>
				</p>
			)}
		</li>
	);
}
