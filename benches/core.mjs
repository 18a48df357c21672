// Cost of the client core: bytes of wasm and bindings, and the time of a list request compared with plain `fetch`.
//   node benches/core.mjs          (core-wasm/pkg must be built: node scripts/build-core.mjs)
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { minifySync } from "vite";
import { openBrowser } from "../core-wasm/tests/package/chromium.mjs";

const pkg = fileURLToPath(new URL("../core-wasm/pkg/", import.meta.url));
const peer = 34_000; // bytes of gloo-net with serde_json for GET and POST, measured once for comparison
const rounds = 40;
const perRound = 25;
const rows = 200;

sizes();
await times();

function sizes() {
	const read = (name) => readFileSync(`${pkg}${name}`);
	const wasm = read("bundler/core_wasm_bg.wasm");
	const glue = Buffer.concat([read("bundler/core_wasm.js"), read("bundler/core_wasm_bg.js")]);
	const minified = Buffer.from(minifySync("core.js", glue.toString(), { module: true }).code);
	const table = [
		["wasm", [wasm]],
		["glue", [glue]],
		["glue, minified as bundlers do", [minified]],
		["wasm + glue", [wasm, glue]],
		["wasm + minified glue", [wasm, minified]],
	].map(([what, files]) => ({ what, ...weigh(files) }));
	console.table(table);
	const brotli = table[3].brotli;
	console.log(
		`wasm + glue: ${(brotli / peer).toFixed(2)} of the peer's ${peer} bytes (gloo-net + serde_json); budget ${25 * 1024}\n`,
	);
}

function weigh(files) {
	const sum = (size) => files.reduce((total, file) => total + size(file), 0);
	return {
		raw: sum((file) => file.length),
		gzip: sum((file) => gzipSync(file, { level: 9 }).length),
		brotli: sum((file) => brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length),
	};
}

async function times() {
	const [site, browser] = await Promise.all([serve(), openBrowser()]);
	try {
		const page = await browser.newPage();
		await page.goto(site.origin);
		const { plain, core } = await page.evaluate(measure, { rounds, perRound });
		const ratio = median(core.map((time, round) => time / plain[round]));
		console.log(
			`a list of ${rows} rows, milliseconds per request, median of ${rounds} rounds of ${perRound}, alternating`,
		);
		console.table([
			{ what: "fetch + JSON.parse", ...spread(plain) },
			{ what: "sendList (decorate, send, parse)", ...spread(core) },
		]);
		console.log(
			`ratio of medians ${(median(core) / median(plain)).toFixed(3)}, median of ratios ${ratio.toFixed(3)}; goal 1.1`,
		);
	} finally {
		await browser.close();
		site.close();
	}
}

/** Measures list requests with plain `fetch` and with the client core; runs in the page. */
async function measure({ rounds, perRound }) {
	const { default: init, sendList, setToken } = await import("/web/core_wasm.js");
	await init();
	setToken("a-token-of-usual-length-0123456789abcdef");
	const url = "/api/v1/public/docs?locale=zh-CN&page=1&size=200";
	const ways = {
		plain: async () => {
			const headers = { authorization: localStorage.getItem("website_token") };
			return JSON.parse(await (await fetch(url, { headers })).text());
		},
		core: async () => (await sendList(url)).data,
	};
	const times = { plain: [], core: [] };
	for (let round = -3; round < rounds; round += 1) {
		// Alternates the order of the two variants.
		const order = round % 2 ? ["plain", "core"] : ["core", "plain"];
		for (const way of order) {
			const begun = performance.now();
			for (let n = 0; n < perRound; n += 1) {
				const list = await ways[way]();
				if (list.length !== 200) throw new Error("a list of another length");
			}
			if (round >= 0) times[way].push((performance.now() - begun) / perRound);
		}
	}
	return times;
}

async function serve() {
	const row = (n) => ({
		key: `guide/page-${n}`,
		url: `/index/zh/docs/guide/page-${n}`,
		title: `第 ${n} 页:安装与配置`,
		locale: "zh-CN",
		updated_at: 1_795_000_000_000 + n,
		state: "current",
		counterpart: { locale: "en-US", url: `/index/en/docs/guide/page-${n}`, state: "current" },
	});
	const list = JSON.stringify(Array.from({ length: rows }, (_, n) => row(n)));
	const mediaTypes = { ".js": "text/javascript", wasm: "application/wasm" };
	const server = createServer((request, reply) => {
		if (request.url.startsWith("/api/")) {
			reply.writeHead(200, {
				"content-type": "application/json",
				"x-total-count": "1234",
				"cache-control": "no-store",
			});
			return reply.end(list);
		}
		if (request.url === "/")
			return reply.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>bench</title>");
		if (!/^\/(web|bundler)\/\w+\.(js|wasm)$/.test(request.url)) return reply.writeHead(404).end();
		reply.writeHead(200, { "content-type": mediaTypes[request.url.endsWith(".js") ? ".js" : "wasm"] });
		return reply.end(readFileSync(`${pkg}${request.url.slice(1)}`));
	});
	await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
	return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

function median(numbers) {
	const sorted = numbers.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)];
}

function spread(numbers) {
	const sorted = numbers.toSorted((a, b) => a - b);
	const at = (share) => Number(sorted[Math.floor((sorted.length - 1) * share)].toFixed(3));
	return { "10 %": at(0.1), median: at(0.5), "90 %": at(0.9) };
}
