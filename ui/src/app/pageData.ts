// The data block of a server-rendered page. The page's HTML is large and already on the page, so the
// block leaves it out and hydration takes it from the DOM: every field named `html` that holds text
// is an `<Html>` of the page, and they come in the same order in both.

interface Left {
	/** Which `<Html>` of the page it is, from 0. */
	"from-page": number;
}

export function withoutHtml(data: unknown): string {
	let count = 0;
	const left = (): Left => ({ "from-page": count++ });
	return JSON.stringify(data, (key, value: unknown) =>
		key === "html" && typeof value === "string" && value !== "" ? left() : value,
	);
}

export function withHtml(json: string, html: (at: number) => string): unknown {
	return JSON.parse(json, (key, value: unknown) =>
		key === "html" && isLeft(value) ? html(value["from-page"]) : value,
	);
}

export function htmlOfPage(document: Document): (at: number) => string {
	const shown = document.querySelectorAll("[data-page-html]");
	return (at) => shown[at]?.innerHTML ?? "";
}

function isLeft(value: unknown): value is Left {
	return typeof value === "object" && value !== null && "from-page" in value;
}
