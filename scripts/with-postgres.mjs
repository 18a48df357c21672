// Runs a command with a temporary PostgreSQL server:
//   node scripts/with-postgres.mjs cargo test …
// The cluster is in a temporary folder and listens only on a free local port. It is always stopped and deleted.
// `PAILOU_TEST_POSTGRES` contains the URL of the server. If it is already set, that server is used instead.

import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "./free-port.mjs";
import { ensure, findPostgres } from "./requirements.mjs";

const asRoot = process.getuid?.() === 0;

const command = process.argv.slice(2);
if (command.length === 0) fail("with-postgres: missing command: expected `with-postgres.mjs COMMAND [ARGUMENTS]`");
process.exitCode = process.env.PAILOU_TEST_POSTGRES
	? await run(command, process.env.PAILOU_TEST_POSTGRES)
	: await withCluster(command);

function ensureOrFail() {
	try {
		ensure(["postgres"]);
	} catch (error) {
		fail(`with-postgres: ${error.message} Or set PAILOU_TEST_POSTGRES to the address of a server for tests.`);
	}
}

async function withCluster(command) {
	ensureOrFail();
	const programs = findPostgres();
	const folder = mkdtempSync(join(tmpdir(), "pailou-postgres-"));
	const data = join(folder, "data");
	const stop = () => {
		if (existsSync(join(data, "postmaster.pid"))) {
			server(programs, "pg_ctl", ["stop", "-D", data, "-m", "immediate", "-w"]);
		}
		rmSync(folder, { recursive: true, force: true });
	};
	// Ignores signals, which the command also receives, so that the cluster is stopped after the command has ended.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
	try {
		if (asRoot) chownSync(folder, owner("-u"), owner("-g"));
		const port = await freePort();
		server(programs, "initdb", ["-D", data, "-U", "pailou", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]);
		// The data is deleted after the command, so nothing needs to be synced to disk.
		const fast = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=300";
		const where = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder}`;
		server(programs, "pg_ctl", ["start", "-D", data, "-w", "-l", join(folder, "log"), "-o", `${where} ${fast}`]);
		// PostgreSQL's client programs are on the search path of the command.
		process.env.PATH = [process.env.PATH, programs].join(delimiter);
		return await run(command, `postgres://pailou@127.0.0.1:${port}/postgres`);
	} finally {
		stop();
	}
}

/** Runs a PostgreSQL program, as the user `postgres` instead of root, because PostgreSQL does not run as root. */
function server(programs, name, args) {
	const program = join(programs, name);
	const [file, list] = asRoot ? ["runuser", ["-u", "postgres", "--", program, ...args]] : [program, args];
	// Runs in a folder that the user `postgres` may read, and without pipes, which the server would keep open.
	const done = spawnSync(file, list, { cwd: tmpdir(), stdio: ["ignore", "ignore", "inherit"] });
	if (done.status !== 0) throw new Error(`${name} failed${done.error ? `: ${done.error.message}` : ""}`);
}

function owner(what) {
	return Number(spawnSync("id", [what, "postgres"], { encoding: "utf8" }).stdout);
}

function run([file, ...args], address) {
	const environment = { ...process.env, PAILOU_TEST_POSTGRES: address };
	return new Promise((resolve) => {
		const child = spawn(file, args, { stdio: "inherit", env: environment });
		process.on("SIGTERM", () => child.kill("SIGTERM"));
		child.on("error", (error) => {
			console.error(`with-postgres: ${file}: ${error.message}`);
			resolve(127);
		});
		child.on("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
	});
}

function fail(sentence) {
	console.error(sentence);
	process.exit(1);
}
