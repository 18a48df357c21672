// Cost of a first visit to a page of the documentation: requests and bytes over the wire, by type.
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium, flags } from "../scripts/chromium.mjs";
import { inTemporaryFolder, serve, table } from "./site.mjs";

const goal = 130;

await inTemporaryFolder(async (folder) => {
	const site = await serve(join(folder, "data"));
	const browser = await chromium.launch({ executablePath: findChromium(), args: flags });
	for (const path of ["/index/en/docs/guide/start", "/index/zh"]) {
		const found = await visit(browser, site.origin + path);
		const kilobytes = (types) => types.reduce((sum, type) => sum + (found.get(type)?.bytes ?? 0), 0) / 1000;
		console.log(`\n${path}, brotli, empty cache`);
		const rows = [...found].map(([type, { requests, bytes }]) => [type, requests, (bytes / 1000).toFixed(1)]);
		table([["type", "requests", "KB"], ...rows]);
		console.log(
			`JavaScript and wasm: ${kilobytes(["script", "wasm"]).toFixed(1)} KB; goal for a page of the docs: ${goal} KB`,
		);
	}
	await browser.close();
	await site.stop();
});

async function visit(browser, url) {
	const context = await browser.newContext();
	const page = await context.newPage();
	const client = await context.newCDPSession(page);
	await client.send("Network.enable");
	const kinds = new Map();
	const found = new Map();
	client.on("Network.responseReceived", ({ requestId, response, type }) => {
		kinds.set(requestId, response.mimeType === "application/wasm" ? "wasm" : type.toLowerCase());
	});
	client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
		const kind = kinds.get(requestId);
		if (!kind) return;
		const row = found.get(kind) ?? { requests: 0, bytes: 0 };
		found.set(kind, { requests: row.requests + 1, bytes: row.bytes + encodedDataLength });
	});
	await page.goto(url, { waitUntil: "networkidle" });
	await context.close();
	return found;
}
