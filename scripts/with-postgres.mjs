// Runs a command with a PostgreSQL of its own: node scripts/with-postgres.mjs cargo test …
// The cluster lives in a temporary folder, listens on a free port of this machine only, and is stopped and
// thrown away whatever comes of the command. PAILOU_TEST_POSTGRES says where it is; when it is set
// already, that server is used.

import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "./free-port.mjs";

const LEAST_VERSION = 15;
const asRoot = process.getuid?.() === 0;

const command = process.argv.slice(2);
if (command.length === 0) fail("with-postgres: say which command to run");
process.exitCode = process.env.PAILOU_TEST_POSTGRES
	? await run(command, process.env.PAILOU_TEST_POSTGRES)
	: await withCluster(command);

async function withCluster(command) {
	const programs = find() ?? install();
	const folder = mkdtempSync(join(tmpdir(), "pailou-postgres-"));
	const data = join(folder, "data");
	const stop = () => {
		if (existsSync(join(data, "postmaster.pid"))) {
			server(programs, "pg_ctl", ["stop", "-D", data, "-m", "immediate", "-w"]);
		}
		rmSync(folder, { recursive: true, force: true });
	};
	// The command gets the same signal; the cluster goes when the command has gone.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
	try {
		if (asRoot) chownSync(folder, owner("-u"), owner("-g"));
		const port = await freePort();
		server(programs, "initdb", ["-D", data, "-U", "pailou", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]);
		// Nothing here outlives the command, so nothing needs to reach the disk.
		const fast = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=300";
		const where = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder}`;
		server(programs, "pg_ctl", ["start", "-D", data, "-w", "-l", join(folder, "log"), "-o", `${where} ${fast}`]);
		return await run(command, `postgres://pailou@127.0.0.1:${port}/postgres`);
	} finally {
		stop();
	}
}

/** The folder of the newest programs there are: on the path, or where packages put them. */
function find() {
	const versions = (parent) =>
		existsSync(parent)
			? readdirSync(parent)
					.sort((a, b) => Number.parseFloat(b.replace(/^\D+/, "")) - Number.parseFloat(a.replace(/^\D+/, "")))
					.map((name) => join(parent, name, "bin"))
			: [];
	const folders = [
		...(process.env.PATH ?? "").split(delimiter),
		...versions("/usr/lib/postgresql"),
		...versions("/opt/homebrew/opt"),
		...versions("/usr/local/opt"),
	];
	return folders.find((folder) => {
		if (!["initdb", "pg_ctl", "postgres"].every((name) => existsSync(join(folder, name)))) return false;
		const told = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" }).stdout ?? "";
		return Number.parseInt(told.replace(/^\D+/, ""), 10) >= LEAST_VERSION;
	});
}

/** Debian's package where we may install it; otherwise one sentence. */
function install() {
	if (asRoot && existsSync("/usr/bin/apt-get")) {
		console.error("with-postgres: installing Debian's postgresql");
		const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
		for (const step of [["update"], ["install", "-y", "--no-install-recommends", "postgresql"]]) {
			spawnSync("apt-get", ["-qq", ...step], { stdio: ["ignore", "ignore", "inherit"], env: environment });
		}
	}
	return (
		find() ??
		fail(
			`with-postgres: install PostgreSQL ${LEAST_VERSION} or newer (Debian: sudo apt-get install postgresql; macOS: brew install postgresql), or set PAILOU_TEST_POSTGRES to the address of a server for tests`,
		)
	);
}

/** Runs one of PostgreSQL's programs, which refuse to run as root. */
function server(programs, name, args) {
	const program = join(programs, name);
	const [file, list] = asRoot ? ["runuser", ["-u", "postgres", "--", program, ...args]] : [program, args];
	// From a folder that its owner may read; and without the pipes, which the server would keep open.
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
