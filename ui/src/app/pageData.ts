// Data block of a server-rendered page. It omits the page's HTML, which is large and already in the document. Hydration
// reads the HTML from the DOM: every non-empty field named `html` is the content of an `<Html>` element, and the fields
// and the elements have the same order.

interface HtmlReference {
	/** Index of the `<Html>` element in the page. */
	"from-page": number;
}

export function withoutHtml(data: unknown): string {
	let count = 0;
	const reference = (): HtmlReference => ({ "from-page": count++ });
	return JSON.stringify(data, (key, value: unknown) =>
		key === "html" && typeof value === "string" && value !== "" ? reference() : value,
	);
}

export function withHtml(json: string, html: (at: number) => string): unknown {
	return JSON.parse(json, (key, value: unknown) =>
		key === "html" && isHtmlReference(value) ? html(value["from-page"]) : value,
	);
}

export function htmlOfPage(document: Document): (at: number) => string {
	const elements = document.querySelectorAll("[data-page-html]");
	return (at) => elements[at]?.innerHTML ?? "";
}

function isHtmlReference(value: unknown): value is HtmlReference {
	return typeof value === "object" && value !== null && "from-page" in value;
}
