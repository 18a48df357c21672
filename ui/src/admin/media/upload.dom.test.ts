import { setToken } from "@pailou/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type PartOutcome, serveUploads } from "@/admin/media/testing";
import { type FileUpload, fileUpload, type UploadStatus } from "@/admin/media/upload";
import { problem } from "@/admin/testing";

const content = Array.from({ length: 900_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join("");

beforeEach(() => setToken("t"));

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/**
 * Uploads a file and retries without pauses. `states` has the states so far; `finished` resolves to the final state.
 */
function sending(text: string, outcomes: PartOutcome[]) {
	const server = serveUploads();
	server.outcomes.push(...outcomes);
	const states: UploadStatus["state"][] = [];
	const file: FileUpload = fileUpload(new File([text], "a.txt"), undefined, () => {
		const { state } = file.status();
		if (states.at(-1) !== state) states.push(state);
		if (state === "offline") queueMicrotask(file.retryNow);
	});
	return { server, file, states, finished: file.start() };
}

test("upload part size grows after fast parts", async () => {
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

test.each<[name: string, outcomes: PartOutcome[], expected: string[]]>([
	[
		"lost part of the file",
		["through", "through", "broken"],
		["POST uploads", "PUT u1", "PUT u1", "GET u1", "PUT u1", "PUT u1"],
	],
	["lost response to a part", ["through", "lost"], ["POST uploads", "PUT u1", "GET u1", "PUT u1", "PUT u1"]],
	[
		"busy server",
		["through", busy(), busy()],
		["POST uploads", "PUT u1", "GET u1", "GET u1", "PUT u1", "PUT u1", "PUT u1"],
	],
	[
		"lost response to the last part",
		["through", "through", "through", "lost"],
		["POST uploads", "PUT u1", "PUT u1", "PUT u1", "GET u1"],
	],
	["lost initial request", ["broken"], ["POST uploads", "POST uploads", "PUT u1", "PUT u1", "PUT u1"]],
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
])("upload continues after failure: %s", async (_name, outcomes, expected) => {
	const { server, finished } = sending(content, outcomes);
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
		server.outcomes.push(...Array.from({ length: 12 }, (): PartOutcome => "broken"));
		const file = fileUpload(new File(["abc"], "a.txt"), undefined, () => undefined);
		const finished = file.start();
		await vi.advanceTimersByTimeAsync(60_000);
		// Delays of 1, 2, 4, 8, 16, and 30 seconds.
		expect(server.requests).toHaveLength(6);
		expect(file.status().state).toBe("offline");
		server.outcomes.length = 0;
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
	const status = await finished;
	expect(status.state === "refused" && status.error.problem.errors[0]?.code).toBe("other-type");
	expect(server.requests).toHaveLength(2);
});

test("repeated server errors end the upload after three starts", async () => {
	const again = (): PartOutcome[] => ["through", problem(500, "internal"), problem(404, "not-found")];
	const { finished } = sending("abc", [...again(), ...again(), ...again()]);
	expect((await finished).state).toBe("refused");
});

test("canceling ends the upload locally and on the server", async () => {
	const server = serveUploads();
	const file: FileUpload = fileUpload(new File([content], "a.txt"), undefined, () => {
		const status = file.status();
		if (status.state === "sending" && status.sent > 0) file.cancel();
	});
	expect((await file.start()).state).toBe("cancelled");
	expect(server.requests.map(({ what }) => what)).toEqual(["POST uploads", "PUT u1", "DELETE u1"]);
});
