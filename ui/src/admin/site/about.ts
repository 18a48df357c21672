// What the site is called and so on, as the form has it and as it is published. An empty field is the setting.

export interface About {
	zh: string;
	en: string;
	editUrl: string;
	offline: "" | "true" | "false";
}

export function aboutOf(body: string | null | undefined): About {
	const { title, edit_url, offline } = fieldsOf(JSON.parse(body ?? "{}"));
	const { zh, en } = fieldsOf(title);
	return {
		zh: textOf(zh),
		en: textOf(en),
		editUrl: textOf(edit_url),
		offline: typeof offline === "boolean" ? `${offline}` : "",
	};
}

export function bodyOf({ zh, en, editUrl, offline }: About): string {
	const title = { ...(zh !== "" && { zh }), ...(en !== "" && { en }) };
	const about = {
		...(Object.keys(title).length > 0 && { title }),
		...(editUrl !== "" && { edit_url: editUrl }),
		...(offline !== "" && { offline: offline === "true" }),
	};
	return JSON.stringify(about, null, "\t");
}

function fieldsOf(value: unknown): Record<string, unknown> {
	return typeof value === "object" && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
	return typeof value === "string" ? value : "";
}
