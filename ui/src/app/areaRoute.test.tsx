import { createMemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { areaRoute, onUnfinished } from "@/app/areaRoute";
import { watchChunks } from "@/app/serviceWorkerClient";
import { ProblemError } from "@/shared/http/api";

const logged = vi.spyOn(console, "error").mockImplementation(() => {});
const leave = vi.fn(async () => {});
afterEach(() => {
	logged.mockClear();
	leave.mockReset();
	vi.unstubAllGlobals();
});

const area = { Component: () => null, loader: () => ({ head: { title: "A" } }) };
const problem = { type: "", title: "", status: 403, detail: "", code: "forbidden", errors: [] };

function siteWith(open: () => Promise<typeof area>) {
	const routes = [
		{ id: "home", path: "/", loader: () => null },
		{ id: "area", path: "/area", ...areaRoute(open) },
	];
	const router = createMemoryRouter(routes, { hydrationData: { loaderData: { home: null } } });
	// Handler as in `start.tsx`.
	onUnfinished(() => {
		if (router.state.navigation.state === "idle") return false;
		router.navigate(router.state.location.pathname, { replace: true });
		return true;
	}, leave);
	return router;
}

test("code of an area is loaded on demand and only once", async () => {
	const open = vi.fn(async () => area);
	const router = siteWith(open);
	expect(open).not.toHaveBeenCalled();
	await router.navigate("/area");
	await router.navigate("/");
	await router.navigate("/area");
	expect(open).toHaveBeenCalledTimes(1);
	expect(router.state.loaderData.area).toEqual({ head: { title: "A" } });
});

test("failed chunk is logged, the current page stays, and the next navigation succeeds", async () => {
	const open = vi.fn<() => Promise<typeof area>>().mockRejectedValueOnce(new TypeError("gone")).mockResolvedValue(area);
	const router = siteWith(open);
	await router.navigate("/area");
	await vi.waitFor(() => expect(router.state.navigation.state).toBe("idle"));
	expect(router.state.location.pathname).toBe("/");
	expect(router.state.errors).toBeNull();
	expect(logged).toHaveBeenCalledExactlyOnceWith("navigation failed", expect.any(TypeError));

	await router.navigate("/area");
	expect(router.state.location.pathname).toBe("/area");
});

test("HTTP problem is thrown to the error page", async () => {
	const router = siteWith(async () => ({
		...area,
		loader: () => {
			throw new ProblemError(problem);
		},
	}));
	await router.navigate("/area");
	expect(router.state.location.pathname).toBe("/area");
	expect(router.state.errors?.area).toBeInstanceOf(ProblemError);
	expect(logged).not.toHaveBeenCalled();
});

const losing = () => {
	dispatchEvent(new Event("vite:preloadError"));
	return Promise.reject(new TypeError("gone"));
};

// `losing` sets `chunkFailed` through the listener of `watchChunks`. The state is never reset, so it also applies to
// the tests below.
test("navigation after a failed chunk is a full page load", async () => {
	watchChunks();
	vi.stubGlobal("fetch", async () => new Response(null, { status: 200 }));
	const router = siteWith(losing);
	await router.navigate("/area");
	await vi.waitFor(() => expect(router.state.navigation.state).toBe("idle"));
	expect(leave).not.toHaveBeenCalled();
	expect(router.state.location.pathname).toBe("/");

	leave.mockReturnValueOnce(new Promise(() => {}));
	router.navigate("/area");
	await vi.waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
	expect(router.state.navigation.location?.pathname).toBe("/area");
});

test("current page stays if the full page load fails", async () => {
	leave.mockRejectedValue(new TypeError("no network"));
	vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
	const router = siteWith(losing);
	await router.navigate("/area");
	await vi.waitFor(() => expect(router.state.navigation.state).toBe("idle"));
	expect(router.state.location.pathname).toBe("/");
	expect(router.state.errors).toBeNull();
});

test("chunk missing after an upgrade causes a full page load", async () => {
	leave.mockReturnValueOnce(Promise.resolve()).mockReturnValueOnce(new Promise(() => {}));
	vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
	const router = siteWith(losing);
	router.navigate("/area");
	await vi.waitFor(() => expect(leave).toHaveBeenCalledTimes(2));
	expect(router.state.navigation.location?.pathname).toBe("/area");
});
