import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "../fixtures.ts";

// Uses the client of the MCP SDK: `auto` negotiates the stateless protocol revision, `legacy` an earlier revision.
for (const mode of ["auto", "legacy"] as const) {
	test(`MCP client searches, reads, and reports gaps (${mode})`, async ({ baseURL, language }) => {
		const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
		await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", baseURL)));
		expect(client.getNegotiatedProtocolVersion()).toBe(mode === "auto" ? "2026-07-28" : "2025-11-25");
		const lang = language.segment;
		const listed = await client.callTool({ name: "list_pages", arguments: { lang } });
		const { pages } = listed.structuredContent as { pages: { title: string; path: string; url: string }[] };
		const page = pages.find((page) => page.path === "e2e/long");
		if (page === undefined) throw new Error("the page is not listed");
		const found = await client.callTool({ name: "search_docs", arguments: { query: page.title, lang } });
		const { results } = found.structuredContent as { results: { url: string }[] };
		expect(results.map((result) => result.url.split("#")[0])).toContain(page.url);
		const read = await client.callTool({ name: "get_page", arguments: { url: page.url } });
		expect(read.structuredContent).toMatchObject({ title: page.title, lang });
		const resource = await client.readResource({ uri: `docs://${lang}/${page.path}` });
		expect(resource.contents[0]).toMatchObject({ mimeType: "text/markdown" });
		const { tools } = await client.listTools();
		const writing = tools.filter((tool) => tool.annotations?.readOnlyHint !== true).map((tool) => tool.name);
		// These two tools store the question.
		expect(writing.sort()).toEqual(["ask_docs", "report_gap"]);
		const gap = { question: "e2e: refund ann@example.org", note: mode, lang };
		const reported = await client.callTool({ name: "report_gap", arguments: gap });
		expect(reported.structuredContent).toEqual({ stored: true });
		await client.close();
	});
}
