// Shared code of the benchmarks: a server of the release build on a free port, statistics, and a table.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../scripts/free-port.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
export const binary =
	process.env.BENCH_BINARY ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release/pailou");

/** Runs `pailou`, waits for its end, and returns its output. */
export function pailou(...args) {
	return pailouWithInput("", ...args);
}

/** Runs `pailou` with this standard input and waits for its end; returns its output, in English. */
export function pailouWithInput(input, ...args) {
	needBinary();
	const env = { ...process.env, LC_ALL: "C" };
	const { status, stdout, stderr } = spawnSync(binary, args, { input, env, encoding: "utf8", maxBuffer: 1 << 28 });
	if (status !== 0) throw new Error(`pailou ${args.join(" ")}: ${stderr}${stdout}`);
	return stdout;
}

/** Starts a server for a data folder; `stop` ends it. */
export async function serve(data, env = {}) {
	needBinary();
	const port = await freePort();
	const args = ["serve", "--data", data, "--addr", `127.0.0.1:${port}`];
	const child = spawn(binary, args, {
		env: { ...process.env, PAILOU_LOG_LEVEL: "warn", ...env },
		stdio: ["ignore", "pipe", "inherit"],
	});
	await new Promise((ready, failed) => {
		child.once("exit", (code) => failed(new Error(`pailou serve ended with ${code}`)));
		child.stdout.on("data", (text) => String(text).includes("Pailou is at") && ready());
	});
	const exited = new Promise((done) => child.once("exit", done));
	// Also ends the server if the measurement fails.
	const leave = () => child.kill("SIGKILL");
	process.once("exit", leave);
	child.once("exit", () => process.off("exit", leave));
	const stop = async () => {
		child.kill("SIGTERM");
		await exited;
	};
	return { origin: `http://127.0.0.1:${port}`, port, pid: child.pid, stop };
}

/** Logs in the user `ann`; returns the token. */
export async function login(origin, password) {
	const body = JSON.stringify({ username: "ann", password });
	const headers = { "content-type": "application/json" };
	const answer = await fetch(`${origin}/api/v1/login`, { method: "POST", headers, body });
	if (!answer.ok) throw new Error(`login: ${answer.status}`);
	return (await answer.json()).token;
}

export function needBinary() {
	if (!existsSync(binary)) throw new Error("build the release first: npm run just release");
}

/** Runs `use` with a temporary folder that is deleted afterwards. */
export async function inTemporaryFolder(use) {
	const folder = mkdtempSync(join(tmpdir(), "pailou-bench-"));
	try {
		return await use(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

export function median(numbers) {
	const sorted = numbers.toSorted((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)];
}

export function percentile(numbers, share) {
	const sorted = numbers.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Resident memory of a process, current and peak, in MiB. */
export function memory(pid) {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	const row = (name) => Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1] ?? 0) / 1024;
	return { now: row("VmRSS"), peak: row("VmHWM") };
}

/** Processor time of a process in seconds, which is more reliable than elapsed time on a busy machine. */
export function processorTime(pid) {
	const [, user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").match(/\) (?:\S+ ){11}(\d+) (\d+)/);
	return (Number(user) + Number(system)) / 100;
}

/** Returns the value of one of the server's metrics, such as 12 for `name 12`. */
export async function metric(origin, name) {
	const text = await (await fetch(`${origin}/metrics`)).text();
	return Number(text.match(new RegExp(`^${name} (\\d+)`, "m"))?.[1] ?? 0);
}

export function table(rows) {
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
	for (const row of rows) console.log(row.map((cell, column) => String(cell).padEnd(widths[column])).join("  "));
}

/** Returns a documentation page of about this number of bytes, with all common Markdown elements. */
export function pageOf(bytes, title) {
	const sentence =
		"Pages are made of sentences like this one, with a [link](./page-1.md), some `code` and **words** that matter. " +
		"中文段落也在其中，并且有 English 混排，长短与真实的文档相近。";
	const section = (n) =>
		`## Section ${n}\n\n${`${sentence} ${sentence}\n\n`.repeat(3)}` +
		"| Key | Value | Meaning |\n|---|---|---|\n| one | `1` | the first |\n| two | `2` | the second |\n\n" +
		`- ${sentence}\n- second\n\n> [!NOTE]\n> ${sentence}\n\n` +
		"```rust\nfn main() {\n    let arch = Arch::new();\n    arch.stand();\n}\n```\n\n";
	let text = `# ${title}\n\n`;
	for (let n = 1; text.length < bytes; n++) text += section(n);
	return text;
}
