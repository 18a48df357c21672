// Validation of the names of site files, and the files that have a form of their own. No React, no requests.

/** Pattern of site file names, in the syntax of the HTML `pattern` attribute. */
export const namePattern = String.raw`[a-z0-9_.\-]+\.(css|json|txt)`;

export const longestName = 64;

export function isName(name: string): boolean {
	return name.length <= longestName && new RegExp(`^(${namePattern})$`, "v").test(name);
}

const site = { to: "/admin/site", part: "partSite" } as const;
const wording = { to: "/admin/messages", part: "partMessages", fields: "fields.messages" } as const;

/** Site files that are part of the data of every page. Each has a form. */
const fileForms = {
	"site.json": { ...site, fields: "fields.site" },
	"navigation.json": { ...site, fields: "fields.navigation" },
	"messages.zh.json": wording,
	"messages.en.json": wording,
} as const;

export type FileForm = (typeof fileForms)[keyof typeof fileForms];

export function fileFormOf(name: string): FileForm | undefined {
	return hasForm(name) ? fileForms[name] : undefined;
}

function hasForm(name: string): name is keyof typeof fileForms {
	return Object.hasOwn(fileForms, name);
}
