import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { areaRoute, onUnfinished } from "@/app/areaRoute";
import { text } from "@/app/offline/text";
import { ProblemError } from "@/shared/http/api";

const load = vi.fn<() => Promise<{ head: { title: string } }>>();
let isOnline: boolean;

beforeEach(async () => {
	// The module must be loaded before the timers are replaced.
	await import("@/app/offline/KeptPages");
	vi.useFakeTimers();
	vi.spyOn(console, "error").mockImplementation(() => {});
	vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
	Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: { controller: {} } });
	isOnline = false;
	load.mockReset().mockRejectedValue(new TypeError("Failed to fetch"));
	onUnfinished(
		() => false,
		async () => {},
	);
});

afterEach(() => {
	cleanup();
	Reflect.deleteProperty(navigator, "serviceWorker");
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const Article = () => <h1>Markdown</h1>;
const Failure = () => <h1>Error page</h1>;

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

async function open(path: string): Promise<void> {
	const page = areaRoute(async () => ({ Component: Article, loader: load }));
	const route = { id: "page", path: "/en/docs", ErrorBoundary: Failure, ...page };
	const router = createMemoryRouter([route], { initialEntries: [path] });
	render(<RouterProvider router={router} />);
	await wait(0);
}

async function report(kind: "online" | "offline"): Promise<void> {
	isOnline = kind === "online";
	dispatchEvent(new Event(kind));
	await wait(0);
}

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

test("page load is retried until it succeeds", async () => {
	await open("/en/docs");
	expect(heading()).toBe(text("en-US", "unread"));
	await report("online");
	expect([heading(), load.mock.calls.length]).toEqual([text("en-US", "unreachable"), 2]);
	await wait(1);
	expect([heading(), load.mock.calls.length]).toEqual([text("en-US", "unreachable"), 3]);
	load.mockResolvedValue({ head: { title: "Markdown" } });
	await wait(2);
	expect(heading()).toBe("Markdown");
	await report("online");
	await wait(600);
	expect(load).toHaveBeenCalledTimes(4);
});

test.each([
	["/en/docs", "unread"],
	["/en/docs?q=abc", "search"],
] as const)("heading of %s shows the state of the connection", async (path, offline) => {
	await open(path);
	expect(heading()).toBe(text("en-US", offline));
	await report("online");
	expect(heading()).toBe(text("en-US", "unreachable"));
	await report("offline");
	expect(heading()).toBe(text("en-US", offline));
});

test("HTTP error ends the retries", async () => {
	await open("/en/docs");
	load.mockRejectedValue(
		new ProblemError({ type: "", title: "", status: 503, detail: "", code: "unavailable", errors: [] }),
	);
	await report("online");
	expect(heading()).toBe("Error page");
	await wait(600);
	expect(load).toHaveBeenCalledTimes(2);
});
