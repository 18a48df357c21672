// The one door for HTML strings. The server sanitises before it stores; this policy only says so to
// the browser. Nothing else on the site may write HTML.

declare global {
	/** Not yet in TypeScript's own library. */
	interface TrustedHTML {
		toString(): string;
	}
	var trustedTypes:
		| {
				createPolicy(
					name: string,
					rules: { createHTML(html: string): string },
				): { createHTML(html: string): TrustedHTML };
		  }
		| undefined;
}

const policy = globalThis.trustedTypes?.createPolicy("pailou", { createHTML: (html) => html });

export function trusted(html: string): string | TrustedHTML {
	return policy?.createHTML(html) ?? html;
}
