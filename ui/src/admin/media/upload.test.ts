import { setToken } from "@pailou/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Fate, serveUploads } from "@/admin/media/testing";
import { type Look, type Outgoing, outgoing } from "@/admin/media/upload";
import { problem } from "@/admin/testing";

const content = Array.from({ length: 900_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join("");

beforeEach(() => setToken("t"));

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** Uploads a file without the pauses; returns its final state and its states on the way. */
function sending(text: string, fates: Fate[]) {
	const server = serveUploads();
	server.fates.push(...fates);
	const states: Look["state"][] = [];
	const file: Outgoing = outgoing(new File([text], "a.txt"), undefined, () => {
		const { state } = file.look();
		if (states.at(-1) !== state) states.push(state);
		if (state === "offline") queueMicrotask(file.retryNow);
	});
	return { server, file, states, finished: file.go() };
}

test("chunk size grows while chunks are fast", async () => {
	const { server, finished } = sending(content, []);
	expect((await finished).state).toBe("done");
	expect(server.received()).toBe(content);
	const parts = server.requests.filter(({ what }) => what.startsWith("PUT"));
	expect(parts.map(({ offset, bytes }) => [offset, bytes])).toEqual([
		[0, 262_144],
		[262_144, 524_288],
		[786_432, 113_568],
	]);
});

const busy = () => problem(503, "unavailable");

test.each<[name: string, fates: Fate[], expected: string[]]>([
	[
		"part that does not arrive",
		["through", "through", "broken"],
		["POST uploads", "PUT u1", "PUT u1", "GET u1", "PUT u1", "PUT u1"],
	],
	["part whose response is lost", ["through", "lost"], ["POST uploads", "PUT u1", "GET u1", "PUT u1", "PUT u1"]],
	[
		"busy server",
		["through", busy(), busy()],
		["POST uploads", "PUT u1", "GET u1", "GET u1", "PUT u1", "PUT u1", "PUT u1"],
	],
	[
		"lost last response",
		["through", "through", "through", "lost"],
		["POST uploads", "PUT u1", "PUT u1", "PUT u1", "GET u1"],
	],
	["initial request that does not arrive", ["broken"], ["POST uploads", "POST uploads", "PUT u1", "PUT u1", "PUT u1"]],
	[
		"deleted upload",
		["through", "broken", problem(404, "not-found")],
		["POST uploads", "PUT u1", "GET u1", "POST uploads", "PUT u1", "PUT u1", "PUT u1"],
	],
	[
		"proxy with a smaller size limit",
		["through", problem(413, "too-large")],
		["POST uploads", ...Array.from({ length: 8 }, () => "PUT u1")],
	],
])("upload continues after a %s", async (_name, fates, expected) => {
	const { server, finished } = sending(content, fates);
	expect((await finished).state).toBe("done");
	expect(server.received()).toBe(content);
	expect(server.requests.map(({ what }) => what)).toEqual(expected);
});

test("upload continues after a login", async () => {
	const { server, finished, states } = sending(content, [
		"through",
		"through",
		problem(401, "unauthorized"),
		problem(401, "unauthorized"),
	]);
	await vi.waitFor(() => expect(states).toContain("loggedOut"));
	setToken("t2");
	expect((await finished).state).toBe("done");
	expect(server.received()).toBe(content);
	expect(server.requests.map(({ what }) => what)).toEqual([
		"POST uploads",
		"PUT u1",
		"PUT u1",
		"GET u1",
		"GET u1",
		"PUT u1",
		"PUT u1",
	]);
});

test("upload without a network is retried with backoff", async () => {
	vi.useFakeTimers();
	try {
		const server = serveUploads();
		server.fates.push(...Array.from({ length: 12 }, (): Fate => "broken"));
		const file = outgoing(new File(["abc"], "a.txt"), undefined, () => undefined);
		const finished = file.go();
		await vi.advanceTimersByTimeAsync(60_000);
		// Delays of 1, 2, 4, 8, 16, and 30 seconds.
		expect(server.requests).toHaveLength(6);
		expect(file.look().state).toBe("offline");
		server.fates.length = 0;
		window.dispatchEvent(new Event("online"));
		vi.useRealTimers();
		expect((await finished).state).toBe("done");
	} finally {
		vi.useRealTimers();
	}
});

test("file rejected by the server is not sent again", async () => {
	const error = problem(422, "invalid", { errors: [{ field: "file", code: "other-type", detail: "" }] });
	const { server, finished } = sending("abc", ["through", error]);
	const look = await finished;
	expect(look.state === "refused" && look.error.problem.errors[0]?.code).toBe("other-type");
	expect(server.requests).toHaveLength(2);
});

test("upload with repeated server errors stops restarting", async () => {
	const again = (): Fate[] => ["through", problem(500, "internal"), problem(404, "not-found")];
	const { finished } = sending("abc", [...again(), ...again(), ...again()]);
	expect((await finished).state).toBe("refused");
});

test("canceling ends the upload locally and on the server", async () => {
	const server = serveUploads();
	const file: Outgoing = outgoing(new File([content], "a.txt"), undefined, () => {
		const look = file.look();
		if (look.state === "sending" && look.sent > 0) file.cancel();
	});
	expect((await file.go()).state).toBe("cancelled");
	expect(server.requests.map(({ what }) => what)).toEqual(["POST uploads", "PUT u1", "DELETE u1"]);
});
