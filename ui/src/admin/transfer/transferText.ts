// Messages of the import and export page, loaded together with that page.
import en from "@messages/en/transfer.json";
import zh from "@messages/zh/transfer.json";
import type { Sending } from "@/admin/useMutation";
import { messages } from "@/shared/i18n";
import { joinSentences } from "@/shared/i18n/join";
import type { Locale } from "@/shared/i18n/locale";

export const transferText = messages("transfer", en, zh);

type Key = Parameters<typeof transferText>[1];

const generators: Record<string, string> = {
	pailou: "Pailou",
	vitepress: "VitePress",
	vuepress: "VuePress",
	rspress: "Rspress",
	nextra: "Nextra",
	docusaurus: "Docusaurus",
	starlight: "Starlight",
	mkdocs: "MkDocs",
	mdbook: "mdBook",
	hugo: "Hugo",
};

/** Name of a site generator in its official spelling. */
export function generatorName(generator: string): string {
	return generators[generator] ?? generator;
}

/** Message for a rejected file; undefined if there is no message for its error code. */
export function fieldErrorText(locale: Locale, sending: Sending): string | undefined {
	if (sending.state !== "refused" || sending.error.problem.errors.length === 0) return undefined;
	// Only the body of the response contains the name of the file in the archive.
	const { errors }: { errors: { field: string; code: string; detail: string }[] } = JSON.parse(sending.error.body);
	const texts = errors.flatMap(({ field, code, detail }) => {
		const key = `error.${code}`;
		return field === "file" && isKey(key) ? [transferText(locale, key, { name: detail })] : [];
	});
	return joinSentences(locale, texts) || undefined;
}

function isKey(key: string): key is Key {
	return Object.hasOwn(en, key);
}
