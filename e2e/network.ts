// Fixture to disconnect the network in a test: a proxy between the browser and the site. Chromium's offline emulation
// is not sufficient, because some builds do not apply it to service workers.
import { createServer, type Server, type Socket, connect as socketTo } from "node:net";
import type { BrowserContext } from "@playwright/test";
import { test as base } from "./fixtures.ts";

export interface Network {
	origin: string;
	/** Drops all connections and rejects new ones; pages receive the `offline` event. */
	cut: (context: BrowserContext) => Promise<void>;
	restore: (context: BrowserContext) => Promise<void>;
	/** Sends the `online` event, waits until a request has failed nevertheless, and then restores the network. */
	restoreLate: (context: BrowserContext, hasFailed: () => Promise<void>) => Promise<void>;
}

export const test = base.extend<{ network: Network; site: string }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern.
	site: async ({}, use) => use(process.env.BASE_URL ?? ""),

	network: async ({ site }, use) => {
		const proxy = new BreakableProxy(new URL(site));
		await proxy.listen(0);
		const port = proxy.port();
		await use({
			origin: `http://127.0.0.1:${port}`,
			cut: async (context) => {
				await proxy.close();
				await context.setOffline(true);
			},
			restore: async (context) => {
				await proxy.listen(port);
				// Pages reload on the `online` event, so the network is restored first.
				await context.setOffline(false);
			},
			restoreLate: async (context, hasFailed) => {
				await context.setOffline(false);
				await hasFailed();
				await proxy.listen(port);
			},
		});
		await proxy.close();
	},

	baseURL: async ({ network }, use) => use(network.origin),
});

class BreakableProxy {
	readonly #to: URL;
	readonly #sockets = new Set<Socket>();
	#server: Server | undefined;

	constructor(to: URL) {
		this.#to = to;
	}

	port(): number {
		const address = this.#server?.address();
		return typeof address === "object" && address ? address.port : 0;
	}

	async listen(port: number): Promise<void> {
		const server = createServer((browser) => {
			const site = socketTo(Number(this.#to.port), this.#to.hostname);
			for (const [socket, other] of [
				[browser, site],
				[site, browser],
			] as const) {
				this.#sockets.add(socket);
				socket.once("close", () => {
					this.#sockets.delete(socket);
					other.destroy();
				});
				// Connection errors are expected.
				socket.on("error", () => {});
				socket.pipe(other);
			}
		});
		this.#server = server;
		await new Promise<void>((resolve, reject) => {
			server.once("error", reject);
			server.listen(port, "127.0.0.1", resolve);
		});
	}

	async close(): Promise<void> {
		const server = this.#server;
		if (!server?.listening) return;
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of this.#sockets) socket.destroy();
		await closed;
	}
}
