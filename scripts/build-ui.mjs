// Builds the browser bundle and the server bundle into ui/dist. Does nothing if no input has changed, so that the
// binary, which embeds the bundles, is not rebuilt.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stampGenerated } from "./stamps.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "ui/dist/.fingerprint");
const inputs = [
	"package-lock.json",
	"tsconfig.json",
	"ui/index.html",
	"ui/vite.config.ts",
	"ui/tsconfig.json",
	"ui/public",
	"ui/src",
	"content/messages",
	"core-wasm/pkg/.fingerprint",
	"scripts/build-ui.mjs",
];

const fingerprint = fingerprintOf(inputs.map((name) => join(root, name)));
if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint) {
	console.log("ui/dist is current");
} else {
	build();
	build("--mode", "server");
	writeFileSync(stamp, fingerprint);
}
stampGenerated("ui/dist");

function build(...more) {
	const vite = join(root, "node_modules/.bin/vite");
	const args = ["build", "--config", "ui/vite.config.ts", "--logLevel", "warn", ...more];
	execFileSync(vite, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
}

/** Returns a hash of the paths and contents of all files at or below the paths `places`. */
function fingerprintOf(places) {
	const hash = createHash("sha256");
	for (const file of places.flatMap(filesIn)) hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
	return hash.digest("hex");
}

function filesIn(path) {
	if (!existsSync(path)) return [];
	if (statSync(path).isFile()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesIn(join(path, name)));
}
