import type { ReactElement } from "react";
import { configValue, siteSettings } from "@/admin/api";
import people from "@/admin/People.module.css";
import type { Asked, Show } from "@/admin/parts";
import { AboutForm } from "@/admin/site/AboutForm";
import { NavigationForm } from "@/admin/site/NavigationForm";
import type { ConfigValue } from "@/admin/wire";
import { ProblemError } from "@/shared/api";

export async function open({ signal }: Asked): Promise<Show> {
	const [settings, about, navigation] = await Promise.all([
		siteSettings(signal),
		published("site.json", signal),
		published("navigation.json", signal),
	]);
	const show = (): ReactElement => (
		<div className={people.part}>
			<AboutForm settings={settings} value={about} />
			<NavigationForm value={navigation} />
		</div>
	);
	return Object.assign(show, { width: "wide" as const });
}

/** Undefined while nobody has published one. */
async function published(name: string, signal: AbortSignal | undefined): Promise<ConfigValue | undefined> {
	try {
		return await configValue(name, signal);
	} catch (error) {
		if (error instanceof ProblemError && error.problem.status === 404) return undefined;
		throw error;
	}
}
