// Tests of the published package: it is packed, installed into empty projects, and used.
// node --test core-wasm/tests/package/package.test.mjs
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openBrowser } from "./chromium.mjs";
import { serve } from "./site.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const core = join(root, "core-wasm");
const bin = (name) => join(root, "node_modules/.bin", name);
const run = promisify(execFile);

let home;
let tarball;

before(async () => {
	home = mkdtempSync(join(tmpdir(), "pailou-core-"));
	await run("npm", ["pack", "--pack-destination", home], { cwd: join(core, "pkg") });
	tarball = join(
		home,
		readdirSync(home).find((name) => name.endsWith(".tgz")),
	);
});

after(() => rmSync(home, { recursive: true, force: true }));

/**
 * Creates a project with the packed core, optionally an example, and tools from the repository's `node_modules`.
 */
async function project(name, { example = "", tools = [] } = {}) {
	const folder = join(home, name);
	mkdirSync(folder);
	writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
	await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder });
	if (example) cpSync(join(core, "examples", example), folder, { recursive: true });
	for (const tool of tools) {
		mkdirSync(join(folder, "node_modules", tool, ".."), { recursive: true });
		symlinkSync(join(root, "node_modules", tool), join(folder, "node_modules", tool));
	}
	return folder;
}

/** Serves the folder, opens it in a browser, and calls `look` with the page. Fails if the page throws an error. */
async function inBrowser(folder, look) {
	const [site, browser] = await Promise.all([serve(folder), openBrowser()]);
	try {
		const page = await browser.newPage();
		const failures = [];
		page.on("pageerror", (error) => failures.push(String(error)));
		await page.goto(`${site.origin}/`);
		await look(page);
		assert.deepEqual(failures, []);
	} finally {
		await browser.close();
		site.close();
	}
}

test("package contains exactly the needed files", () => {
	const files = readdirSync(join(core, "pkg"), { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	const isExample = ({ parentPath }) => parentPath.includes(join("pkg", "examples"));
	const named = files.filter((entry) => !isExample(entry)).map((entry) => entry.name);
	const names = named.filter((name) => !/^(LICENSE|README)/.test(name));
	const wasm = names.filter((name) => name.endsWith(".wasm"));
	assert.deepEqual(wasm, ["core_wasm_bg.wasm"], "one wasm file for all targets");
	assert.deepEqual([...new Set(names)].sort(), [
		".fingerprint",
		"core_wasm.d.ts",
		"core_wasm.js",
		"core_wasm_bg.js",
		"core_wasm_bg.wasm",
		"core_wasm_bg.wasm.d.ts",
		"package.json",
	]);
});

test("README links are package files or HTTPS URLs", () => {
	const { homepage, repository } = JSON.parse(readFileSync(join(core, "pkg/package.json"), "utf8"));
	assert.match(homepage, /^https:/);
	assert.equal(repository.directory, "core-wasm");
	for (const readme of ["README.md", "README.zh.md"]) {
		const text = readFileSync(join(core, "pkg", readme), "utf8");
		for (const [, link] of text.matchAll(/\]\(([^)#]+)\)/g))
			assert.ok(link.startsWith("https:") || existsSync(join(core, "pkg", link)), `${readme}: ${link}`);
	}
});

test("invalid arguments throw an error", async () => {
	const folder = await project("mistakes");
	const script = `
		import { configure, otherLocale, saveLocale, withLocale } from "@pailou/core";
		const mistakes = [
			() => configure({ nonsense: 1 }),
			() => configure("retries"),
			() => withLocale("/docs", "fr"),
			() => otherLocale("zh"),
			() => saveLocale(undefined),
		];
		for (const make of mistakes) {
			try { make(); console.log("nothing"); } catch (error) { console.log(error.message); }
		}`;
	const { stdout } = await run("node", ["--input-type=module", "--eval", script], { cwd: folder });
	assert.deepEqual(stdout.trim().split("\n"), [
		"unknown setting: expected antiForgeryCookie, antiForgeryHeader, timeoutMs or retries",
		"invalid settings: expected an object",
		...Array(3).fill("invalid locale: expected zh-CN or en-US"),
	]);
});

test("example for Node runs", async () => {
	const folder = await project("node", { example: "node" });
	const site = await serve(folder);
	const { stdout } = await run("node", ["main.mjs", site.origin], { cwd: folder });
	site.close();
	assert.equal(stdout, "zh-CN reads /zh/docs/guide/start\n2 of 42 pages\nforbidden: Forbidden\n");
});

test("example for a page without a bundler runs", async () => {
	const folder = await project("plain", { example: "plain" });
	await inBrowser(folder, async (page) => {
		await page.getByText("Please log in again: Unauthorized").waitFor();
		assert.deepEqual(await page.getByRole("listitem").allTextContents(), ["Start", "牌楼"]);
	});
});

test("React example is built with Vite and runs", async () => {
	const tools = [
		"react",
		"react-dom",
		"scheduler",
		"vite",
		"vite-plugin-wasm",
		"typescript",
		"@types/react",
		"@types/react-dom",
		"csstype",
	];
	const folder = await project("react", { example: "react", tools });
	await run(bin("tsc"), ["--project", folder]);
	await run(bin("vite"), ["build", "--logLevel", "warn"], { cwd: folder });
	await inBrowser(join(folder, "dist"), async (page) => {
		await page.getByRole("listitem").getByText("牌楼").waitFor();
		await page.getByRole("button").click();
		await page.getByText("Logged out Unauthorized").waitFor();
	});
});

for (const [module, moduleResolution] of [
	["preserve", "bundler"],
	["nodenext", "nodenext"],
]) {
	test(`exported types are exact (${moduleResolution})`, async () => {
		const folder = await project(`types-${moduleResolution}`);
		cpSync(join(core, "tests/package/types.ts"), join(folder, "types.ts"));
		const lib = ["es2023", "dom", "dom.iterable"];
		const compilerOptions = { module, moduleResolution, lib, target: "es2023", strict: true, noEmit: true, types: [] };
		writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["types.ts"] }));
		await run(bin("tsc"), ["--project", folder]).catch(({ stdout }) => assert.fail(stdout));
	});
}
