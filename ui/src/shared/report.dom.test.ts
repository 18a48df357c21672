import { afterEach, expect, test, vi } from "vitest";
import { report, reportSearch } from "@/shared/report";

afterEach(() => vi.unstubAllGlobals());

/** Stubs the server. Returns the bodies of the requests to the statistics, without their random ids. */
function stubServer(): Record<string, unknown>[] {
	const sent: Record<string, unknown>[] = [];
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		const { id, ...event } = JSON.parse(String(init?.body ?? (input instanceof Request ? await input.text() : "")));
		expect(id).toMatch(/^[0-9a-f]{32}$/);
		sent.push(event);
		return new Response(null, { status: 202 });
	});
	return sent;
}

test.each<[name: string, url: string, referrer: string | undefined, expected: Record<string, string>]>([
	["path", "/index/zh/docs/start", undefined, { url: "/index/zh/docs/start" }],
	["query", `/index/zh/assistant?q=${"%E6%80%8E".repeat(220)}`, undefined, { url: "/index/zh/assistant" }],
	["fragment", "/index/en/docs/start#a?b", undefined, { url: "/index/en/docs/start" }],
	["campaign", "/index/en?utm_source=news&ref=x", undefined, { url: "/index/en" }],
	[
		"referrer of another site",
		"/index/en",
		"https://search.example/find?q=secret#top",
		{ url: "/index/en", referrer: "https://search.example" },
	],
	["referrer of this site", "/index/en", "/index/en/assistant?q=secret", { url: "/index/en" }],
	["no referrer", "/index/en", "", { url: "/index/en" }],
])("report sends neither query nor fragment: %s", async (_name, url, referrer, expected) => {
	const sent = stubServer();
	report({ url, locale: "en-US", ...(referrer !== undefined && { referrer }) });
	await vi.waitFor(() => expect(sent).toEqual([{ ...expected, locale: "en-US" }]));
});

test("search report contains the search terms", async () => {
	const sent = stubServer();
	reportSearch("en-US", "backup", 3);
	const search = { query: "backup", results: 3 };
	await vi.waitFor(() => expect(sent).toEqual([{ url: location.pathname, locale: "en-US", search }]));
});
