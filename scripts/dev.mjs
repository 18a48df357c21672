// Development server: after changes in `ui`, `server`, `core-wasm`, and `content`, rebuilds and restarts the server.
// Ctrl+C stops it.
import { spawn, spawnSync } from "node:child_process";
import { watch } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const just = join(root, "node_modules/.bin/just");
const binary = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/pailou");
/** Time without a change before a build starts, in milliseconds. */
const quiet = 300;

let server;
let waiting;

start();
for (const folder of ["ui/src", "server/src", "server/crates", "core-wasm/src", "content"]) {
	watch(join(root, folder), { recursive: true }, () => {
		clearTimeout(waiting);
		waiting = setTimeout(rebuild, quiet);
	});
}
process.on("SIGINT", () => {
	server?.kill();
	process.exit(0);
});

function start() {
	server = spawn(binary, ["serve", ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });
}

/**
 * Rebuilds and restarts the server. Changes during the build start another build: `spawnSync` blocks their events until
 * the build has ended.
 */
function rebuild() {
	const { status } = spawnSync(just, ["build"], { cwd: root, stdio: "inherit" });
	if (status !== 0) return;
	server.once("exit", start);
	server.kill();
}
