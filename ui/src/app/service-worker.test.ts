import { expect, test } from "vitest";
import script from "./service-worker.js?raw";

const origin = "https://docs.example.org";

type Reply = { status: number; redirected?: boolean; type?: string };
type Handler = (event: unknown) => void;

/** The service worker with a cache in memory and a server that gives the same response to every request. */
function worker() {
	const cached = new Map<string, Response>();
	const state: { reply: Reply } = { reply: { status: 200 } };
	const address = (request: Request | string) => (typeof request === "string" ? request : request.url);
	const cache = {
		addAll: async () => undefined,
		keys: async () => [...cached.keys()].map((url) => ({ url })),
		put: async (request: Request, response: Response) => cached.set(address(request), response),
		delete: async (request: Request) => cached.delete(address(request)),
	};
	const caches = {
		open: async () => cache,
		keys: async () => [],
		match: async (request: Request | string) => cached.get(address(request)),
	};
	const fetch = async () => {
		const { status, redirected = false, type = "basic" } = state.reply;
		const response = { status, redirected, type, ok: status === 200, headers: new Headers() };
		return { ...response, clone: () => response };
	};
	const handlers = new Map<string, Handler>();
	const add = (name: string, handler: Handler) => handlers.set(name, handler);
	const names = ["addEventListener", "caches", "fetch", "location", "VERSION", "SHELL", "FILES"];
	new Function(...names, script)(add, caches, fetch, new URL(origin), "1", "/index/shell", []);

	/** Sends a request as a page does, and waits until the service worker has handled it. */
	async function ask(path: string, reply: Reply) {
		state.reply = reply;
		const work: Promise<unknown>[] = [];
		const destination = path.startsWith("/index/") && !path.startsWith("/index/media/") ? "document" : "";
		const request = { url: origin + path, method: "GET", destination, headers: new Headers() };
		handlers.get("fetch")?.({
			request,
			resultingClientId: "a",
			respondWith: (answer: Promise<unknown>) => work.push(answer),
			waitUntil: (done: Promise<unknown>) => work.push(done),
		});
		for (const done of work) await done;
		await Promise.all(work);
	}

	return { ask, cachedPaths: () => [...cached.keys()].map((url) => url.slice(origin.length)) };
}

const page = "/index/en/docs/guide/a";
const data = "/api/v1/public/docs/en-US/guide/a?markdown=false";
const parallel = "/api/v1/public/docs-parallel/en-US/guide/a";
const other = "/index/zh/docs/guide/a";

test.each<[name: string, message: string, reply: Reply]>([
	["deleted page", page, { status: 404 }],
	["permanently deleted page", page, { status: 410 }],
	["private page", page, { status: 403 }],
	["moved page", page, { status: 0, type: "opaqueredirect" }],
	["data of a deleted page", data, { status: 404 }],
	["data of a moved page", data, { status: 200, redirected: true }],
])("%s is removed from the cache", async (_name, message, reply) => {
	const { ask, cachedPaths } = worker();
	for (const path of [page, data, parallel, other]) await ask(path, { status: 200 });
	expect(cachedPaths()).toHaveLength(4);
	await ask(message, reply);
	expect(cachedPaths()).toEqual([other]);
});

test.each([[500], [502], [503], [429]])("page stays cached after status %i", async (status) => {
	const { ask, cachedPaths } = worker();
	await ask(page, { status: 200 });
	await ask(page, { status });
	expect(cachedPaths()).toEqual([page]);
});

test("deleted file is removed from the cache", async () => {
	const { ask, cachedPaths } = worker();
	await ask("/index/media/uploads/a.png", { status: 200 });
	await ask("/index/media/uploads/a.png", { status: 404 });
	expect(cachedPaths()).toEqual([]);
});
