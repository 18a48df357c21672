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

// The streaming renderer wants MessageChannel and TextEncoder; the string renderer wants nothing.
const renderer = alias(
	"react-dom/server",
	"../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
);

const core = (target: "bundler" | "node") => alias("@pailou/core", `../core-wasm/pkg/${target}/core_wasm.js`);

/** The document that draws diagrams, with the library as its author built it: nothing else of the site loads either. */
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
		// Measured: 1.8 KB less of a first page than the bundler's own. No code reads how many arguments a function names.
		minify: "terser",
		terserOptions: {
			module: true,
			ecma: 2020,
			compress: {
				passes: 3,
				pure_getters: true,
				keep_fargs: false,
				// Of the router: what its developers tell ours in the console. Measured: 1.5 KB.
				pure_funcs: ["warning", "warningOnce", "warnOnce"],
			},
		},
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		rolldownOptions: {
			input: { main: at("./src/main.tsx") },
			// Terser takes nearly all of the time, which is known.
			checks: { pluginTimings: false },
			output: {
				codeSplitting: {
					groups: [
						{ name: "react", test: /node_modules[\\/](react|react-dom|scheduler|react-router)/, priority: 2 },
						// One chunk and one style sheet for what every page needs (folders in `app`, the login form, the links for editors, and most controls hold what few do): the order of the layers stands first in it.
						{
							name: "site",
							test: /[\\/]src[\\/](app[\\/][^\\/]+$|shared[\\/](?!edit|login[\\/](?!session)|ui[\\/](?!(Html|Icon|Link|Time)\.)))|core-wasm|(app|shared)\.json$/,
							priority: 1,
						},
						// What logging in needs, and what all pages of the admin area share: one request each.
						{ name: "login", test: /[\\/]src[\\/]shared[\\/]login[\\/](?!session)/ },
						{
							name: "managing",
							test: /[\\/]src[\\/](admin[\\/]((AdminPage|AdminNav|Commands|Notice|section)\.module|adminRoutes|api|moment|peopleText|roles|text)|shared[\\/]ui[\\/](ConfirmButton|Field|SecretField|form|list|panel)\.module)\./,
						},
						// What all pages of the documentation and its search share, in one request.
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
			// `"use client"` of the router means nothing here.
			onwarn: (warning, warn) => warning.code !== "MODULE_LEVEL_DIRECTIVE" && warn(warning),
			output: { format: "es", entryFileNames: "server.js", codeSplitting: false },
		},
	},
};

/** Of a class in a file: the same in both builds, and shorter than Vite's own, which have the line in them. */
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
			environment: "happy-dom",
			// Node itself loads the core: it reads its wasm from the folder it lies in.
			server: { deps: { external: [/core-wasm\/pkg/] } },
			include: ["src/**/*.test.{ts,tsx}"],
			environmentOptions: { happyDOM: { url: "http://127.0.0.1:8080/index/" } },
		},
	}),
}));
