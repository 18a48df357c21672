// Trusted Types policy for HTML strings and for the service worker's URL. The server sanitizes HTML before storing it,
// so the policy returns HTML unchanged. No other code of the site may write HTML.

declare global {
	/** Declared here, because TypeScript's DOM types do not contain Trusted Types yet. */
	interface TrustedHTML {
		toString(): string;
	}
	interface TrustedScriptURL {
		toString(): string;
	}
	interface DOMParser {
		parseFromString(html: string | TrustedHTML, type: DOMParserSupportedType): Document;
	}
	interface PolicyRules {
		createHTML(html: string): string;
		createScriptURL(url: string): string;
	}
	var trustedTypes:
		| {
				createPolicy(
					name: string,
					rules: PolicyRules,
				): { createHTML(html: string): TrustedHTML; createScriptURL(url: string): TrustedScriptURL };
		  }
		| undefined;
}

const policy = globalThis.trustedTypes?.createPolicy("pailou", {
	createHTML: (html) => html,
	createScriptURL: (url) => {
		if (!url.startsWith("/index/")) throw new TypeError("not a script of this site");
		return url;
	},
});

export function trusted(html: string): string | TrustedHTML {
	return policy?.createHTML(html) ?? html;
}

export function trustedScript(url: string): string | TrustedScriptURL {
	return policy?.createScriptURL(url) ?? url;
}
