// HTTP file server on a free port, for the compared search engines that run in the browser.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
	".js": "text/javascript",
	".html": "text/html",
	".json": "application/json",
	".wasm": "application/wasm",
};

export async function serveFiles(folder) {
	const server = createServer((request, response) => {
		const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
		const file = join(folder, path);
		if (path === "/") return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
		if (!existsSync(file)) return response.writeHead(404).end();
		response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
		response.end(readFileSync(file));
	});
	await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
	return { origin: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}
