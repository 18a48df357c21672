// Server for the examples: serves the files of a folder and three API endpoints.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const mediaTypes = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css" };

const api = {
	"/api/v1/public/docs": (reply) => {
		reply.writeHead(200, { "content-type": "application/json", "x-total-count": "42" });
		reply.end(JSON.stringify([{ title: "Start" }, { title: "牌楼" }]));
	},
	"/api/v1/pages": (reply) => reply.writeHead(401).end(),
	"/api/v1/me": (reply, request) => {
		const isKnown = request.headers.authorization === "a-token-from-pailou-token-create";
		const problem = {
			type: "/problems/forbidden",
			title: "Forbidden",
			status: 403,
			detail: "",
			code: isKnown ? "forbidden" : "unknown",
		};
		reply.writeHead(403, { "content-type": "application/problem+json" }).end(JSON.stringify(problem));
	},
};

/** Listens on a free port of the loopback interface until `close` is called. */
export async function serve(folder) {
	const server = createServer((request, reply) => {
		const { pathname } = new URL(request.url, "http://localhost");
		const answer = api[pathname];
		if (answer) return answer(reply, request);
		const file = join(folder, normalize(pathname === "/" ? "/index.html" : pathname));
		if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return reply.writeHead(404).end();
		reply.writeHead(200, { "content-type": mediaTypes[extname(file)] ?? "application/octet-stream" });
		return createReadStream(file).pipe(reply);
	});
	await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
	return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
