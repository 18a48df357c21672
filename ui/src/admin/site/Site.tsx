import type { ReactElement } from "react";
import type { RouteArgs, View } from "@/admin/adminRoutes";
import { configValue, publishGates, siteSettings } from "@/admin/api";
import { requestExisting } from "@/admin/config/used";
import sectionStyles from "@/admin/section.module.css";
import { AboutForm } from "@/admin/site/AboutForm";
import { NavigationForm } from "@/admin/site/NavigationForm";
import { PublishGates } from "@/admin/site/PublishGates";

export async function open({ signal }: RouteArgs): Promise<View> {
	const [settings, requestIfExists, gates] = await Promise.all([
		siteSettings(signal),
		requestExisting(signal),
		publishGates(signal),
	]);
	const [about, navigation] = await Promise.all([
		requestIfExists("site.json", configValue),
		requestIfExists("navigation.json", configValue),
	]);
	const show = (): ReactElement => (
		<div className={sectionStyles.section}>
			<AboutForm settings={settings} value={about} />
			<NavigationForm value={navigation} />
			<PublishGates gates={gates} />
		</div>
	);
	return Object.assign(show, { width: "wide" as const });
}
