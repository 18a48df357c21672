// Two builds from one source: the browser's (chunks, manifest) and, with `--mode server`, the one
// ES module that the embedded engine runs. Tests use the Node build of the core.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin, UserConfig } from "vite";
import wasm from "vite-plugin-wasm";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = (find: string, replacement: string) => ({ find: new RegExp(`^${find}$`), replacement: at(replacement) });

const own = [
	{ find: /^@\//, replacement: at("./src/") },
	{ find: /^@messages\//, replacement: at("../content/messages/") },
];

// The streaming renderer requires MessageChannel and TextEncoder, which the engine lacks; the string renderer requires
// neither.
const renderer = alias(
	"react-dom/server",
	"../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
);

const core = (target: "bundler" | "node") => alias("@pailou/core", `../core-wasm/pkg/${target}/core_wasm.js`);

/**
 * Document of the frame that renders diagrams, with the unmodified files of the library. No other file of the site
 * loads them.
 */
const diagramFrame: Plugin = {
	name: "diagram-frame",
	apply: "build",
	generateBundle() {
		const scripts = {
			MERMAID: ["diagram-library.js", "../node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js"],
			FRAME: ["diagram-frame.js", "./src/docs/diagram/frame.js"],
		} as const;
		let html = readFileSync(at("./src/docs/diagram/frame.html"), "utf8");
		for (const [place, [name, file]] of Object.entries(scripts)) {
			const script = this.emitFile({ type: "asset", name, source: readFileSync(at(file)) });
			html = html.replace(place, `/index/${this.getFileName(script)}`);
		}
		this.emitFile({ type: "asset", fileName: "diagram.html", source: html });
	},
};

const client: UserConfig = {
	resolve: { alias: [...own, core("bundler")] },
	plugins: [react(), wasm(), diagramFrame],
	build: {
		outDir: at("./dist/client"),
		emptyOutDir: true,
		manifest: true,
		target: "esnext",
		// A first page is 1.8 KB smaller than with the bundler's minifier (measured). `keep_fargs: false` is safe,
		// because no code reads the `length` of a function.
		minify: "terser",
		terserOptions: {
			module: true,
			ecma: 2020,
			compress: {
				passes: 3,
				pure_getters: true,
				keep_fargs: false,
				// Removes the router's console warnings, which are for developers. This saves 1.5 KB (measured).
				pure_funcs: ["warning", "warningOnce", "warnOnce"],
			},
		},
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		rolldownOptions: {
			input: { main: at("./src/main.tsx") },
			// Disables a warning: Terser is known to take most of the build time.
			checks: { pluginTimings: false },
			output: {
				codeSplitting: {
					groups: [
						{ name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)/, priority: 2 },
						// One chunk and one style sheet for the code of every page. The style sheet begins with the
						// declaration of the CSS layers. Folders in `app`, the login form, edit links, and most controls
						// are excluded, because few pages need them.
						{
							name: "site",
							test: /[\\/]src[\\/](app[\\/][^\\/]+$|shared[\\/](?!edit|login[\\/](?!session)|ui[\\/](?!(Html|Icon|Link|Time)\.)))|core-wasm|(app|shared)\.json$/,
							priority: 1,
						},
						// One request each: the login form, the style of forms, and the code that all pages of the admin
						// area share.
						{ name: "login", test: /[\\/]src[\\/]shared[\\/]login[\\/](?!session)/ },
						{
							name: "forms",
							test: /[\\/]src[\\/]shared[\\/]ui[\\/](ConfirmButton|Field|SecretField|form|list|panel)\.module\./,
						},
						{
							name: "managing",
							test: /[\\/]src[\\/]admin[\\/]((AdminPage|AdminNav|Commands|Notice|section)\.module|adminRoutes|api|moment|usersText|roles|text)\./,
						},
						// The code that all pages of the documentation and its search share, in one request.
						{ name: "docs", test: /[\\/]src[\\/]docs[\\/](api|Highlight|text)\.tsx?$/ },
					],
				},
			},
		},
	},
};

const server: UserConfig = {
	resolve: { alias: [...own, renderer] },
	oxc: { jsx: { runtime: "automatic", development: false } },
	define: { "process.env.NODE_ENV": JSON.stringify("production") },
	ssr: { target: "webworker", noExternal: true, external: ["@pailou/core"] },
	build: {
		ssr: at("./src/server.tsx"),
		outDir: at("./dist/server"),
		emptyOutDir: true,
		target: "es2023",
		minify: true,
		rolldownOptions: {
			external: ["@pailou/core"],
			// The directive `"use client"` in the router has no effect here.
			onwarn: (warning, warn) => warning.code !== "MODULE_LEVEL_DIRECTIVE" && warn(warning),
			output: { format: "es", entryFileNames: "server.js", codeSplitting: false },
		},
	},
};

/**
 * Returns the generated name of a CSS class. It is the same in both builds, and shorter than Vite's names, which depend
 * on the line.
 */
function className(name: string, file: string): string {
	const place = relative(at("./src"), file);
	return `${name}_${createHash("sha256").update(place).digest("base64url").slice(0, 3)}`;
}

export default defineConfig(({ mode }) => ({
	root: at("."),
	base: "/index/",
	css: { modules: { generateScopedName: className } },
	publicDir: mode === "server" ? false : at("./public"),
	cacheDir: at("../node_modules/.vite"),
	...(mode === "server" ? server : client),
	...(mode === "test" && {
		resolve: { alias: [...own, core("node")] },
		plugins: [react()],
		test: {
			// Node.js must load the core itself, because the core reads its wasm file from its own folder.
			server: { deps: { external: [/core-wasm\/pkg/] } },
			testTimeout: 120_000,
			// By default, one processor is left to the main process, which is idle most of the time.
			maxWorkers: "100%",
			// Creating a document and loading modules for each file takes longer than most tests. Only tests of components,
			// and those named `.dom.test.ts`, need a document.
			projects: [
				{
					extends: true,
					test: { name: "node", include: ["src/**/*.test.ts"], exclude: ["src/**/*.dom.test.ts"], isolate: false },
				},
				{
					extends: true,
					test: {
						name: "dom",
						include: ["src/**/*.test.tsx", "src/**/*.dom.test.ts"],
						environment: "happy-dom",
						environmentOptions: { happyDOM: { url: "http://127.0.0.1:8080/index/" } },
						setupFiles: ["./src/testSetup.ts"],
					},
				},
			],
		},
	}),
}));
