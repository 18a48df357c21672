import type { ReactElement } from "react";
import type { RouteArgs } from "@/admin/adminRoutes";
import { webhook, webhookDeliveries, webhooks } from "@/admin/api";
import { WebhookDetails } from "@/admin/webhooks/WebhookDetails";
import { WebhookList } from "@/admin/webhooks/WebhookList";
import { pageNumber } from "@/shared/address";

/** Opens the list of webhooks, or the webhook whose id is in the query string. */
export async function open({ query, signal }: RouteArgs): Promise<() => ReactElement> {
	const { id = "" } = query;
	const page = pageNumber(query.page);
	if (id === "") {
		const { data, total } = await webhooks(page, signal);
		return () => <WebhookList webhooks={data} page={page} total={total ?? data.length} />;
	}
	const [one, { data, total }] = await Promise.all([webhook(id, signal), webhookDeliveries(id, page, signal)]);
	return () => <WebhookDetails key={id} webhook={one} deliveries={data} page={page} total={total ?? data.length} />;
}
