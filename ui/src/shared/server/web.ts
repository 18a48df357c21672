// Polyfill of `URL`, which the router requires and the server's embedded JavaScript engine lacks. It is imported before
// the router, only in the server build, and implements only the properties that rendering needs.

/** Minimal `URL`, with which the router resolves links on one origin. */
class PlainUrl {
	readonly protocol: string;
	readonly host: string;
	readonly pathname: string;
	readonly search: string;
	readonly hash: string;

	constructor(text: string | PlainUrl, from?: string | PlainUrl) {
		const absolute = from === undefined || /^[a-z][a-z\d+.-]*:/i.test(String(text)) ? String(text) : joined(text, from);
		const parts = /^([a-z][a-z\d+.-]*:)(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(absolute);
		if (!parts) throw new TypeError(`Invalid URL: ${absolute}`);
		const [, protocol = "", host = "", pathname = "", search = "", hash = ""] = parts;
		this.protocol = protocol.toLowerCase();
		this.host = host;
		this.pathname = pathname || "/";
		this.search = search;
		this.hash = hash;
	}

	get origin(): string {
		return `${this.protocol}//${this.host}`;
	}

	get href(): string {
		return `${this.origin}${this.pathname}${this.search}${this.hash}`;
	}

	toString(): string {
		return this.href;
	}
}

function joined(text: string | PlainUrl, from: string | PlainUrl): string {
	const { origin, protocol, pathname } = new PlainUrl(from);
	const relative = String(text);
	if (relative.startsWith("//")) return `${protocol}${relative}`;
	if (relative.startsWith("/")) return `${origin}${relative}`;
	return `${origin}${pathname.replace(/[^/]*$/, "")}${relative}`;
}

if (!("URL" in globalThis)) Object.assign(globalThis, { URL: PlainUrl });
