// Checks the programs that the recipes need, in less than a second. Installs missing programs with apt (only as root),
// and the wasm target with rustup. One error names all programs that are still missing.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const MIN_POSTGRES = 15;
const WASM = "wasm32-unknown-unknown";

const root = fileURLToPath(new URL("..", import.meta.url));

export const forBuilding = ["git", "compiler", "rustup", "wasm"];
export const forTesting = [...forBuilding, "chromium", "chromedriver", "postgres", "fonts", "ps", "nginx", "caddy"];

/** Requirements by name: title, detection, and Debian packages. */
const requirements = {
	git: { title: "Git", find: (env) => program("git", env), packages: ["git"] },
	compiler: { title: "a C compiler", find: (env) => program("cc", env), packages: ["gcc", "libc6-dev"] },
	rustup: {
		title: "rustup",
		find: (env) => program("rustup", env) && program("cargo", env),
		hint: "https://rustup.rs",
	},
	wasm: {
		title: `the Rust target ${WASM}`,
		find: hasWasmTarget,
		hint: `rustup target add ${WASM}`,
		command: ["rustup", "target", "add", WASM],
	},
	chromium: { title: "Chromium", find: (env) => findChromium(env), packages: ["chromium"] },
	headlessShell: {
		title: "Chromium's headless shell",
		find: (env) => findHeadlessShell(env),
		packages: ["chromium-headless-shell"],
	},
	chromedriver: { title: "ChromeDriver", find: (env) => findChromeDriver(env), packages: ["chromium-driver"] },
	postgres: {
		title: `PostgreSQL ${MIN_POSTGRES} or newer`,
		find: (env) => env.PAILOU_TEST_POSTGRES ?? findPostgres(env),
		packages: ["postgresql"],
	},
	fonts: { title: "the fonts Noto Sans CJK", find: hasFonts, packages: ["fonts-noto-cjk"] },
	ps: { title: "ps", find: (env) => program("ps", env), packages: ["procps"] },
	nginx: { title: "nginx", find: (env) => server("nginx", env), packages: ["nginx-light"] },
	caddy: { title: "Caddy", find: (env) => server("caddy", env), packages: ["caddy"] },
};

/** Throws an error if a requirement is missing and cannot be installed. */
export function ensure(names) {
	let missing = missingOf(names);
	if (missing.length > 0 && install(missing)) missing = missingOf(names);
	if (missing.length > 0) throw new Error(sentence(missing));
}

/** Installs a missing optional program if possible; callers have a fallback. */
export function prefer(name) {
	const missing = missingOf([name]);
	if (missing.length > 0) install(missing);
}

export function missingOf(names, env = process.env) {
	return names.filter((name) => !requirements[name].find(env));
}

/** Error message that names all missing requirements, with the installation command. */
export function sentence(missing) {
	const parts = missing.map((name) => requirements[name]);
	const titles = parts.map(({ title }) => title);
	const last = titles.pop();
	const list = titles.length > 0 ? `${titles.join(", ")} and ${last}` : last;
	const packages = parts.flatMap(({ packages = [] }) => packages);
	const ways = [
		...(packages.length > 0 ? [`Debian: sudo apt-get install ${packages.join(" ")}`] : []),
		...parts.flatMap(({ hint }) => hint ?? []),
	];
	return `missing: ${list}; install ${missing.length > 1 ? "them" : "it"} (${ways.join("; ")}).`;
}

function install(missing) {
	const packages = missing.flatMap((name) => requirements[name].packages ?? []);
	const commands = missing.flatMap((name) => (requirements[name].command ? [requirements[name].command] : []));
	const withApt = packages.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
	if (withApt) {
		console.error(`installing ${packages.join(" ")}`);
		const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
		for (const step of [["update"], ["install", "-y", "--no-install-recommends", ...packages]])
			spawnSync("apt-get", ["-qq", ...step], { stdio: ["ignore", "ignore", "inherit"], env });
	}
	for (const [file, ...args] of commands) spawnSync(program(file) ?? file, args, { cwd: root, stdio: "inherit" });
	return withApt || commands.length > 0;
}

/** Returns the path of a program on the search path or in the folder of Cargo's programs. */
export function program(name, env = process.env) {
	const folders = [...(env.PATH ?? "").split(delimiter), join(env.HOME ?? homedir(), ".cargo/bin")];
	return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Returns the path of a server program: packages install these in folders that are only on root's search path. */
function server(name, env) {
	return program(name, { ...env, PATH: [env.PATH ?? "", "/usr/sbin", "/usr/local/sbin"].join(delimiter) });
}

// Whether the wasm target is installed. Without the toolchain, the result is true, because rustup will install the
// toolchain together with the targets in rust-toolchain.toml.
function hasWasmTarget(env) {
	const [, channel = ""] = /^channel = "(.*)"/m.exec(readFileSync(join(root, "rust-toolchain.toml"), "utf8")) ?? [];
	const toolchains = join(env.RUSTUP_HOME ?? join(env.HOME ?? homedir(), ".rustup"), "toolchains");
	const [toolchain] = existsSync(toolchains)
		? readdirSync(toolchains).filter((name) => name.startsWith(`${channel}-`))
		: [];
	return toolchain === undefined || existsSync(join(toolchains, toolchain, "lib/rustlib", WASM));
}

/** Returns the path of Chromium: CHROME_BIN, or a usual name on the search path, or Playwright's. */
export function findChromium(env = process.env) {
	const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
	return (
		namedBrowser(env) ??
		names.map((name) => program(name, env)).find(Boolean) ??
		ofPlaywright(env, /^chromium-(\d+)$/, [
			"chrome-linux64/chrome",
			"chrome-linux/chrome",
			"chrome-mac/Chromium.app/Contents/MacOS/Chromium",
			"chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
		])
	);
}

/** Executable that Debian's wrapper script starts. The wrapper does not forward signals, so it is not used. */
const DEBIAN_SHELL = "/usr/lib/chromium/chromium-headless-shell";

/**
 * Returns the path of Chromium's headless shell, which needs half of the processor time of Chromium: CHROME_BIN, or
 * Debian's, or Playwright's.
 */
export function findHeadlessShell(env = process.env, debian = DEBIAN_SHELL) {
	return (
		namedBrowser(env) ??
		[debian].find(existsSync) ??
		ofPlaywright(env, /^chromium_headless_shell-(\d+)$/, [
			"chrome-headless-shell-linux64/chrome-headless-shell",
			"chrome-linux/headless_shell",
			"chrome-mac/headless_shell",
			"chrome-headless-shell-mac-arm64/chrome-headless-shell",
		])
	);
}

function namedBrowser({ CHROME_BIN: named }) {
	if (named && !existsSync(named)) throw new Error(`CHROME_BIN names ${named}, where there is no file.`);
	return named || undefined;
}

/** Returns the newest browser that Playwright has installed. `pattern` captures the build number in a folder name. */
function ofPlaywright(env, pattern, places) {
	const cache = process.platform === "darwin" ? "Library/Caches" : ".cache";
	const folder = env.PLAYWRIGHT_BROWSERS_PATH ?? join(env.HOME ?? homedir(), cache, "ms-playwright");
	const build = (name) => Number(pattern.exec(name)?.[1]);
	const browsers = existsSync(folder) ? readdirSync(folder).filter((name) => pattern.test(name)) : [];
	const newest = browsers.sort((a, b) => build(b) - build(a));
	return newest
		.flatMap((name) => places.map((location) => join(folder, name, location)))
		.find((file) => existsSync(file));
}

export function findChromeDriver(env = process.env) {
	return env.CHROMEDRIVER ?? program("chromedriver", env);
}

/** Returns the folder of PostgreSQL's programs: on the search path, or else the newest that a package installed. */
export function findPostgres(env = process.env) {
	const versions = (parent) =>
		existsSync(parent)
			? readdirSync(parent)
					.sort((a, b) => Number.parseFloat(b.replace(/^\D+/, "")) - Number.parseFloat(a.replace(/^\D+/, "")))
					.map((name) => join(parent, name, "bin"))
			: [];
	const folders = [
		...(env.PATH ?? "").split(delimiter),
		...versions("/usr/lib/postgresql"),
		...versions("/opt/homebrew/opt"),
		...versions("/usr/local/opt"),
	];
	return folders.find((folder) => {
		if (!["initdb", "pg_ctl", "postgres"].every((name) => existsSync(join(folder, name)))) return false;
		const output = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" }).stdout ?? "";
		return Number.parseInt(output.replace(/^\D+/, ""), 10) >= MIN_POSTGRES;
	});
}

/** Whether the fonts that the screenshots need are installed. */
function hasFonts(env) {
	const list = program("fc-list", env);
	if (list) return spawnSync(list, ["Noto Sans CJK SC", "family"], { encoding: "utf8" }).stdout?.trim() !== "";
	return ["/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "/Library/Fonts/NotoSansCJK.ttc"].some(existsSync);
}
