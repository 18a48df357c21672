// Throughput of a cached page and of a hashed asset, compared with nginx, which serves the same bytes from disk in the
// same encoding with the same headers. With HEADERS=few, nginx sends only the headers of a plain file. wrk with 64
// connections measures both servers in turn, in three rounds. The result is the ratio of requests per second.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../scripts/free-port.mjs";
import { inTemporaryFolder, median, serve, table } from "./site.mjs";

const seconds = Number(process.env.SECONDS_PER_RUN ?? 10);
const rounds = 3;
const coding = "gzip";

for (const [program, packaged] of [
	["nginx", "nginx"],
	["wrk", "wrk"],
]) {
	if (spawnSync("which", [program]).status !== 0) {
		console.error(`bench serve: ${program} is missing: install the package ${packaged}`);
		process.exit(1);
	}
}

await inTemporaryFolder(async (folder) => {
	const site = await serve(join(folder, "data"));
	const page = "/index/en/docs/guide/start";
	const html = await (await fetch(site.origin + page)).text();
	const asset = html.match(/\/index\/assets\/react-[^"]+\.js/)[0];
	const files = { page: await answerOf(site.origin + page), asset: await answerOf(site.origin + asset) };
	const nginx = await startNginx(folder, files);
	const rows = [["", "bytes", "Pailou req/s", "nginx req/s", "ratio", "Pailou p99 ms", "nginx p99 ms"]];
	for (const [name, ours] of [
		["page", page],
		["asset", asset],
	]) {
		const peers = { ours: site.origin + ours, theirs: `${nginx.origin}/${name}` };
		const found = { ours: [], theirs: [] };
		for (const url of Object.values(peers)) load(url, 1);
		for (let round = 0; round < rounds; round++) {
			for (const [who, url] of Object.entries(peers)) found[who].push(load(url, seconds));
		}
		const rate = (who) => median(found[who].map((run) => run.rate));
		const ratios = found.ours.map((run, round) => run.rate / found.theirs[round].rate);
		const tail = (who) => median(found[who].map((run) => run.p99)).toFixed(1);
		const [a, b] = [rate("ours"), rate("theirs")];
		rows.push([
			name,
			files[name].body.length,
			Math.round(a),
			Math.round(b),
			median(ratios).toFixed(2),
			tail("ours"),
			tail("theirs"),
		]);
	}
	await nginx.stop();
	await site.stop();
	console.log(`wrk, 64 connections, ${seconds} s, ${rounds} rounds in turn, ${coding}; goal: ratio ≥ 1.0`);
	table(rows);
});

async function answers(url) {
	try {
		return (await fetch(url)).ok;
	} catch {
		return false;
	}
}

/**
 * Requests a URL with curl, because `fetch` would decode the body. Returns the encoded body, the media type, and the
 * headers that nginx does not set itself (`sent`). With `HEADERS=few`, `sent` contains only the headers in `few`.
 */
async function answerOf(url) {
	const curl = (...args) =>
		spawnSync("curl", ["-s", "-H", `Accept-Encoding: ${coding}`, ...args, url], { maxBuffer: 1 << 26 }).stdout;
	const lines = curl("-o", "/dev/null", "-D", "-").toString().split("\r\n").slice(1).filter(Boolean);
	const all = lines.map((line) => line.split(/: (.*)/s).slice(0, 2));
	const own = ["content-length", "content-type", "date", "etag"];
	const few = ["content-encoding", "vary", "cache-control"];
	const isIncluded = process.env.HEADERS === "few" ? (name) => few.includes(name) : (name) => !own.includes(name);
	const type = all.find(([name]) => name === "content-type")[1];
	return { body: curl(), type, sent: all.filter(([name]) => isIncluded(name)) };
}

async function startNginx(folder, files) {
	const port = await freePort();
	const home = join(folder, "nginx");
	mkdirSync(join(home, "files"), { recursive: true });
	for (const [name, bytes] of Object.entries(files)) writeFileSync(join(home, "files", name), bytes.body);
	const added = ([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`;
	const headers = ({ type, sent }) => `${sent.map(added).join(" ")} default_type "${type}";`;
	writeFileSync(
		join(home, "nginx.conf"),
		`${process.getuid() === 0 ? "user root; " : ""}worker_processes 2; daemon off; error_log stderr crit; pid ${home}/pid;
events { worker_connections 1024; }
http {
	access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000; open_file_cache max=100;
	client_body_temp_path ${home}; proxy_temp_path ${home}; fastcgi_temp_path ${home}; uwsgi_temp_path ${home}; scgi_temp_path ${home};
	server {
		listen 127.0.0.1:${port}; root ${home}/files;
		location /page { ${headers(files.page)} }
		location /asset { ${headers(files.asset)} }
	}
}
`,
	);
	const child = spawn("nginx", ["-c", join(home, "nginx.conf"), "-p", home], {
		stdio: ["ignore", "ignore", "inherit"],
	});
	const exited = new Promise((done) => child.once("exit", done));
	const origin = `http://127.0.0.1:${port}`;
	const deadline = performance.now() + 10_000;
	while (!(await answers(`${origin}/page`))) {
		if (performance.now() > deadline) throw new Error("nginx does not answer");
	}
	const stop = async () => {
		child.kill("SIGQUIT");
		await exited;
	};
	return { origin, stop };
}

function load(url, seconds) {
	const args = ["-t", "2", "-c", "64", "-d", `${seconds}s`, "--latency", "-H", `Accept-Encoding: ${coding}`, url];
	const { stdout } = spawnSync("wrk", args, { encoding: "utf8" });
	const failed = stdout.match(/Non-2xx or 3xx responses: (\d+)/);
	if (failed) throw new Error(`${url}: ${failed[0]}`);
	const [, value, unit] = stdout.match(/99%\s+([\d.]+)(us|ms|s)/);
	return {
		rate: Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)[1]),
		p99: Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit],
	};
}
