// S1, S5, S11 as a client sees them, without a browser.
import { expect, test } from "../site.ts";

const statuses: [path: string, status: number, location?: string][] = [
	["/", 302, "/index/"],
	["/index", 302, "/index/"],
	["/index/", 302, "/index/zh"],
	["/index/zh", 200],
	["/index/en", 200],
	["/index/zh/", 200],
	["/index/docs", 200],
	["/index/zh/docs", 200],
	["/index/en/docs", 200],
	["/index/zh/docs/guide/start", 200],
	["/index/docs/guide/start", 200],
	["/index/localization", 200],
	["/index/admin", 200],
	["/index/admin/account", 200],
	["/index/admin/people", 200],
	["/index/admin/redirects", 200],
	["/index/admin/config", 200],
	["/index/admin/webhooks", 200],
	["/index/admin/transfer", 200],
	["/index/admin/backup", 200],
	["/index/admin/log", 200],
	["/index/admin/media", 200],
	["/index/admin/elsewhere", 404],
	["/index/zh/admin", 404],
	["/index/datastat", 200],
	["/index/assistant", 200],
	["/index/zh/assistant", 200],
	["/index/en/assistant", 200],
	["/index/404", 404],
	["/index/fr", 404],
	["/index/zh/nothing", 404],
	["/index/zh/localization", 404],
	["/index/en/docs/nothing/here", 404],
	["/index/a/b/c", 404],
	["/index/en/docs/%ff", 404],
	["/index/assets/nothing.js", 404],
	["/elsewhere", 404],
];

for (const [path, status, location] of statuses) {
	test(`${path} answers ${status}${location ? ` to ${location}` : ""}`, async ({ request }) => {
		const answer = await request.get(path, { maxRedirects: 0 });
		expect(answer.status()).toBe(status);
		expect(answer.headers().location).toBe(location);
	});
}

const languages: [path: string, accepts: string, choice: string | undefined, lang: string][] = [
	["/index/docs", "zh-TW,zh;q=0.9,en;q=0.8", undefined, "zh-CN"],
	["/index/docs", "en-GB,zh;q=0.9", undefined, "en-US"],
	["/index/docs", "fr-FR", undefined, "en-US"],
	["/index/docs", "?!;;q=,", undefined, "en-US"],
	["/index/docs", "en", "zh-CN", "zh-CN"],
	["/index/docs", "zh", "en-US", "en-US"],
	["/index/en/docs", "zh", "zh-CN", "en-US"],
	["/index/zh/docs", "en", "en-US", "zh-CN"],
	["/index/zh/nothing", "en", undefined, "zh-CN"],
	["/index/nothing", "zh", undefined, "zh-CN"],
];

for (const [path, accepts, choice, lang] of languages) {
	test(`${path} for ${accepts}, chosen ${choice ?? "nothing"}, is ${lang}`, async ({ request }) => {
		const cookie = choice ? { cookie: `website_locale=${choice}` } : undefined;
		const answer = await request.get(path, { headers: { "accept-language": accepts, ...cookie } });
		expect(await answer.text()).toMatch(new RegExp(`^<!doctype html><html lang="${lang}"`));
	});
}

for (const path of ["/index/zh", "/index/en/docs/guide/start", "/index/localization", "/index/nothing"]) {
	test(`${path} names the site's own style sheet in its head`, async ({ request }) => {
		const [head = ""] = (await (await request.get(path)).text()).split("</head>");
		expect(head).toContain('<link rel="stylesheet" href="/api/v1/public/config/raw/global_style.css">');
	});
}

test("the site's own style sheet is one", async ({ request }) => {
	const answer = await request.get("/api/v1/public/config/raw/global_style.css");
	expect(answer.status()).toBe(200);
	expect(answer.headers()["content-type"]).toMatch(/^text\/css/);
});
