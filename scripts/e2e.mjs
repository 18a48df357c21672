// Runs the end-to-end tests against the real binary: starts new sites on free ports, runs Playwright, and always stops
// the servers. `node scripts/e2e.mjs [--screenshots] [arguments of playwright test]`
import { execFileSync, spawn } from "node:child_process";
import { cpSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findHeadlessShell } from "./chromium.mjs";
import { freePort } from "./free-port.mjs";
import { startProvider } from "./provider.mjs";
import { makeRepository } from "./repository.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const binary = process.env.PAILOU_BINARY ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/pailou");
const args = process.argv.slice(2);
const screenshots = args.includes("--screenshots");

try {
	process.exitCode = await run();
} catch (error) {
	console.error(`e2e: ${error.message}`);
	process.exitCode = 1;
}

async function run() {
	const browser = findHeadlessShell();
	if (!existsSync(binary)) throw new Error(`${binary} is missing: build it with \`npx just build\`.`);
	const data = mkdtempSync(join(tmpdir(), "pailou-e2e-"));
	const imports = mkdtempSync(join(tmpdir(), "pailou-e2e-imports-"));
	const servers = [];
	try {
		const provider = await startProvider();
		servers.push(provider);
		// Tests with effects on other tests have separate sites. For example, published pages appear in all lists, and
		// overridden interface texts break selectors.
		const settings = {
			writing: {
				PAILOU_OUTBOUND_ALLOW: "127.0.0.1",
				PAILOU_TEST_RETRY_SECONDS: "2",
				// The tests of the media library find files by their names.
				PAILOU_MEDIA_RANDOM_NAMES: "false",
				...onPostgres(),
			},
			"style-zh": {},
			"style-en": {},
			"words-zh": {},
			"words-en": {},
			"backup-zh": {},
			"backup-en": {},
			linking: provider.settings,
		};
		const others = { PROVIDER_URL: provider.origin };
		const start = async (site, own) => {
			const server = await serve(join(data, site), `e2e-${site || "server"}`, own);
			servers.push(server);
			const prefix = site.replace("-", "_").toUpperCase();
			if (site) others[`${prefix}_URL`] = server.origin;
			if (own.PAILOU_DATABASE) others[`${prefix}_DATABASE`] = own.PAILOU_DATABASE;
			return { origin: server.origin, setup: await server.setUp };
		};
		if (!screenshots) layOutSources(join(data, "sources"));
		const sites = screenshots ? [] : [...Object.entries(settings), ["sources", {}]];
		const [main] = await Promise.all([start("", {}), ...sites.map(([site, own]) => start(site, own))]);
		// The folders are copied out of the repository, so that the import does not read times and authors from its Git
		// history.
		const outside = (folder) => {
			cpSync(join(root, folder), join(imports, folder), { recursive: true });
			return join(imports, folder);
		};
		// Screenshots show the site with its sample content. The tests need additional pages: first `site`, then `later`,
		// which has changed English texts.
		for (const folder of screenshots ? [] : ["e2e/site", "e2e/later"])
			execFileSync(binary, ["import", outside(folder), "--data", data], { cwd: root, env: clean() });
		// An old documentation version that is no longer maintained.
		const old = [
			["import", outside("e2e/versions/1.9"), "--version", "1.9"],
			["version", "set", "1.9", "--state", "ended"],
			["version", "current", "2.0"],
		];
		for (const command of screenshots ? [] : old)
			execFileSync(binary, [...command, "--data", data], { cwd: root, env: clean() });
		const environment = { CHROME_BIN: browser, BASE_URL: main.origin, SETUP_URL: main.setup };
		return await playwright({ ...environment, ...others, BINARY: binary, DATA: data });
	} finally {
		await Promise.all(servers.map((server) => server.stop()));
		for (const folder of [data, imports]) rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * Creates the Git repositories `git-zh` and `git-en`, one for the tests of each language, and the settings of their
 * site.
 */
function layOutSources(data) {
	const files = {
		"zh/proxy.md": "# 代理\n\n代理转发请求。\n",
		"en/proxy.md": "# Proxy\n\nThe proxy forwards requests.\n",
	};
	const settings = ["git-zh", "git-en"].map((name) => {
		makeRepository(join(data, name), files);
		return `[[source]]\nname = "${name}"\npath = "${join(data, name)}"\nmount = "${name}"\nevery = "0"\n`;
	});
	writeFileSync(join(data, "pailou.toml"), settings.join("\n"));
}

/** Settings for a new database on the PostgreSQL server of `with-postgres.mjs`; empty without such a server. */
function onPostgres() {
	const server = process.env.PAILOU_TEST_POSTGRES;
	if (!server) return {};
	const name = `e2e_${process.pid}`;
	execFileSync("psql", [server, "-qc", `create database ${name}`]);
	return { PAILOU_DATABASE: server.replace(/[^/]*$/, name) };
}

async function serve(data, name, settings = {}) {
	const log = join(root, `artifacts/${name}.log`);
	const address = `127.0.0.1:${await freePort()}`;
	mkdirSync(join(root, "artifacts"), { recursive: true });
	mkdirSync(data, { recursive: true });
	const child = spawn(binary, ["serve", "--addr", address, "--data", data], {
		cwd: data,
		// `X-Forwarded-For` is trusted, so that each test can have its own client address and rate limits. The maximum
		// time for rendering is high, because rendering is slow on a busy machine.
		env: { ...clean(), PAILOU_PROXY_TRUSTED: "1", PAILOU_RENDER_WAIT_MS: "60000", ...settings },
		stdio: ["ignore", "pipe", "pipe"],
	});
	child.stderr.pipe(createWriteStream(log));
	const closed = new Promise((resolve) => child.once("close", resolve));
	const stop = async () => {
		const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
		child.kill("SIGTERM");
		await closed;
		clearTimeout(late);
	};
	return { origin: `http://${address}`, setUp: setUpLink(child, closed, log), stop };
}

/** Returns the one-time setup link that the server prints when it is ready. */
function setUpLink(child, closed, log) {
	return new Promise((resolve, reject) => {
		createInterface(child.stdout).on("line", (line) => {
			const [link] = line.match(/http\S+#setup=\S+/) ?? [];
			if (link) resolve(link);
		});
		closed.then((code) => reject(new Error(`the server ended with ${code}: see ${log}`)));
	});
}

function playwright(environment) {
	const program = join(root, "node_modules/.bin/playwright");
	const own = args.filter((arg) => arg !== "--screenshots");
	const projects = screenshots ? ["--project", "screenshots"] : [];
	const child = spawn(program, ["test", "-c", "e2e/playwright.config.ts", ...projects, ...own], {
		cwd: root,
		env: { ...clean(), ...environment, ...(screenshots && { SCREENSHOTS: "1" }) },
		stdio: "inherit",
	});
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
	return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
}

/** Returns the environment without the user's Pailou settings and locale. */
function clean() {
	const others = Object.entries(process.env).filter(([name]) => !name.startsWith("PAILOU_"));
	return { ...Object.fromEntries(others), LC_ALL: "C" };
}
