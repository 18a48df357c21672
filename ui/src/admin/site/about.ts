// Conversion of the site title and related fields between form fields and published JSON. An empty title, edit URL, or
// offline choice is omitted, so that the setting in `pailou.toml` applies.
import { fieldsOf, textOf } from "@/admin/site/fields";

export interface About {
	zh: string;
	en: string;
	editUrl: string;
	offline: "" | "true" | "false";
	/** Origins whose pages may show the assistant, one per line. */
	embed: string;
}

export const aboutFields = ["zh", "en", "editUrl", "offline", "embed"] as const;

export function aboutOf(body: string | null | undefined): About {
	const { title, edit_url, offline, embed_origins } = fieldsOf(JSON.parse(body ?? "{}"));
	const { zh, en } = fieldsOf(title);
	return {
		zh: textOf(zh),
		en: textOf(en),
		editUrl: textOf(edit_url),
		offline: typeof offline === "boolean" ? `${offline}` : "",
		embed: Array.isArray(embed_origins) ? embed_origins.map(textOf).join("\n") : "",
	};
}

export function bodyOf({ zh, en, editUrl, offline, embed }: About): string {
	// A title that consists only of white space counts as empty.
	const names = Object.entries({ zh: zh.trim(), en: en.trim() }).filter(([, name]) => name !== "");
	const origins = embed.split(/\s+/).filter((origin) => origin !== "");
	const about = {
		...(names.length > 0 && { title: Object.fromEntries(names) }),
		...(editUrl !== "" && { edit_url: editUrl }),
		...(offline !== "" && { offline: offline === "true" }),
		...(origins.length > 0 && { embed_origins: origins }),
	};
	return JSON.stringify(about, null, "\t");
}
