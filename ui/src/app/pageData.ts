// The data block of a server-rendered page. The page's HTML is large and already on the page, so the
// block leaves it out and hydration takes it from the DOM: every field named `html` that holds text
// is the one `<Html>` of the page.

const left = { "from-page": true };

export function withoutHtml(data: unknown): string {
	return JSON.stringify(data, (key, value: unknown) => (key === "html" && typeof value === "string" ? left : value));
}

export function withHtml(json: string, html: () => string): unknown {
	return JSON.parse(json, (key, value: unknown) => (key === "html" && isLeft(value) ? html() : value));
}

export function htmlOfPage(document: Document): string {
	return document.querySelector("[data-page-html]")?.innerHTML ?? "";
}

function isLeft(value: unknown): boolean {
	return typeof value === "object" && value !== null && "from-page" in value;
}
