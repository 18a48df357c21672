import { clearToken, setToken } from "@pailou/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { autosave, pause } from "@/admin/pages/editor/autosave";
import { localDraftsOf } from "@/admin/pages/editor/localDrafts";
import { ProblemError } from "@/shared/http/api";
import type { SavedDraft } from "@/shared/http/types";

beforeEach(() => {
	vi.useFakeTimers();
	localStorage.clear();
	setToken("t");
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** Creates an autosave whose requests wait until the test resolves or rejects them. */
function begin(text = "one\n\ntwo\n") {
	const requests: {
		text: string;
		revision: string;
		baseRevision: string | undefined;
		answer: (draft: string) => void;
		fail: (error: unknown) => void;
	}[] = [];
	let isComposing = false;
	let isOwn = true;
	const replaced: string[] = [];
	const decided: string[] = [];
	const changed = vi.fn();
	const saver = autosave({
		text,
		revision: "1",
		localDrafts: localDraftsOf("p1", "zh", { id: "1", name: "ann" }, "tab"),
		login: "t",
		isOwn: async () => isOwn,
		send: (text, revision, baseRevision) =>
			new Promise<SavedDraft>((resolve, reject) => {
				const answer = (revision: string) => resolve({ revision, changed: true, updated_at: 0, segments: [] });
				requests.push({ text, revision, baseRevision, answer, fail: reject });
			}),
		replace: (text, isDecided) => void (isDecided ? decided : replaced).push(text),
		saved: () => {},
		isComposing: () => isComposing,
		changed,
	});
	const compose = (is: boolean) => {
		isComposing = is;
	};
	/** Sets whether the next logged-in user is the author of this text. */
	const comeBack = (is: boolean) => {
		isOwn = is;
	};
	return { saver, requests, replaced, decided, changed, compose, comeBack };
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const paused = () => vi.advanceTimersByTimeAsync(pause);
const entries = async () => {
	await settled();
	return localDraftsOf("p1", "zh", { id: "1", name: "ann" }, "another").drafts();
};
const storedTexts = async () => (await entries()).map(({ text }) => text);

function problemError(status: number, more: object = {}): ProblemError {
	const code = status === 412 ? "stale" : "unavailable";
	const problem = { type: "", title: "", status, detail: "", code, errors: [] };
	return new ProblemError(problem, JSON.stringify({ ...problem, ...more }));
}

const stale = (text: string) => problemError(412, { current: { revision: "9", front_matter: "", markdown: text } });

test("input is stored immediately and sent after a pause", async () => {
	const { saver, requests } = begin();
	saver.type("one!\n\ntwo\n");
	expect([saver.now().state, await storedTexts()]).toEqual(["typed", ["one!\n\ntwo\n"]]);
	await vi.advanceTimersByTimeAsync(pause - 1);
	saver.type("one!!\n\ntwo\n");
	await vi.advanceTimersByTimeAsync(pause - 1);
	expect(requests).toHaveLength(0);
	await vi.advanceTimersByTimeAsync(1);
	expect(requests.map(({ text, revision }) => [text, revision])).toEqual([["one!!\n\ntwo\n", "1"]]);
	expect([saver.now().state, await storedTexts()]).toEqual(["saving", ["one!!\n\ntwo\n"]]);
	requests[0]?.answer("2");
	await settled();
	expect([saver.now().state, saver.revision(), await storedTexts()]).toEqual(["saved", "2", []]);
});

test("save requests are sequential; later input is sent next", async () => {
	const { saver, requests } = begin();
	saver.type("a");
	await paused();
	saver.type("ab");
	await paused();
	expect(requests).toHaveLength(1);
	requests[0]?.answer("2");
	await settled();
	expect([saver.now().state, await storedTexts()]).toEqual(["typed", ["ab"]]);
	await paused();
	expect(requests[1]).toMatchObject({ text: "ab", revision: "2" });
});

test("save that failed without a network is retried on the online event", async () => {
	const { saver, requests } = begin();
	saver.type("a");
	await paused();
	requests[0]?.fail(new TypeError("network"));
	await settled();
	expect([saver.now(), await storedTexts()]).toEqual([{ state: "waiting", why: undefined }, ["a"]]);
	window.dispatchEvent(new Event("online"));
	expect(requests).toHaveLength(2);
	requests[1]?.answer("2");
	await settled();
	expect([saver.now().state, await storedTexts()]).toEqual(["saved", []]);
});

test.each([new TypeError("network"), problemError(503)])(
	"failed save is retried with a growing delay: %s",
	async (error) => {
		const { saver, requests } = begin();
		saver.type("a");
		await paused();
		for (const [at, seconds] of [1, 2, 4].entries()) {
			requests[at]?.fail(error);
			await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
			expect([saver.now().state, requests.length]).toEqual(["waiting", at + 1]);
			await vi.advanceTimersByTimeAsync(1);
			expect([saver.now().state, requests.length]).toEqual(["saving", at + 2]);
		}
		requests[3]?.answer("2");
		await settled();
		await vi.advanceTimersByTimeAsync(600_000);
		expect([saver.now().state, requests.length, await storedTexts()]).toEqual(["saved", 4, []]);
	},
);

test("failed save is not retried before `Retry-After` has passed", async () => {
	const { saver, requests } = begin();
	saver.type("a");
	await paused();
	requests[0]?.fail(new ProblemError(problemError(429).problem, "", 60));
	await vi.advanceTimersByTimeAsync(59_999);
	expect(requests).toHaveLength(1);
	await vi.advanceTimersByTimeAsync(30_001);
	expect(requests).toHaveLength(2);
});

test("failed save is not retried after the editor is closed", async () => {
	const { saver, requests } = begin();
	saver.type("a");
	await paused();
	requests[0]?.fail(new TypeError("network"));
	await settled();
	saver.stop();
	await vi.advanceTimersByTimeAsync(600_000);
	expect(requests).toHaveLength(1);
});

test("`again` sends text only while a retry is pending", async () => {
	const { saver, requests } = begin();
	saver.again();
	saver.type("a");
	saver.again();
	expect(requests).toHaveLength(0);
	await paused();
	requests[0]?.fail(problemError(503));
	await settled();
	saver.again();
	expect(requests).toHaveLength(2);
});

test("input after a server error is sent", async () => {
	const { saver, requests } = begin();
	saver.type("a");
	await paused();
	requests[0]?.fail(problemError(503));
	await settled();
	expect(saver.now().state).toBe("waiting");
	saver.type("ab");
	await paused();
	expect(requests[1]).toMatchObject({ text: "ab", revision: "1" });
});

test("text typed in an expired session is sent after the next login", async () => {
	const { saver, requests } = begin();
	saver.type("a");
	await paused();
	clearToken();
	requests[0]?.fail(problemError(401));
	await settled();
	expect([saver.now().state, await storedTexts()]).toEqual(["loggedOut", ["a"]]);
	saver.type("ab");
	await paused();
	expect(requests).toHaveLength(1);
	setToken("new");
	await settled();
	expect(requests[1]).toMatchObject({ text: "ab", revision: "1" });
});

test("unsent text of one user is not sent under another account", async () => {
	const { saver, requests, comeBack } = begin();
	saver.type("a");
	clearToken();
	await paused();
	comeBack(false);
	setToken("of another");
	await settled();
	expect([saver.now().state, requests.length, await storedTexts()]).toEqual(["another", 0, ["a"]]);
	saver.type("ab");
	expect(await saver.flush()).toBe(false);
	expect([saver.now().state, requests.length, await storedTexts()]).toEqual(["another", 0, ["ab"]]);
	comeBack(true);
	setToken("own again");
	await settled();
	expect(requests[0]).toMatchObject({ text: "ab", revision: "1" });
});

test("leaving the editor after a login of another user sends nothing", async () => {
	const { saver, requests, comeBack } = begin();
	saver.type("a");
	comeBack(false);
	setToken("of another");
	saver.stop();
	await settled();
	expect([requests.length, await storedTexts()]).toEqual([0, ["a"]]);
});

test("text is sent after the login, and again if the request of the earlier session fails with 401", async () => {
	const { saver, requests } = begin();
	clearToken();
	saver.type("a");
	await paused();
	expect([saver.now().state, requests.length]).toEqual(["loggedOut", 0]);
	setToken("second");
	await settled();
	expect(requests).toHaveLength(1);
	// The response to the earlier request arrives after the login.
	setToken("third");
	requests[0]?.fail(problemError(401));
	await settled();
	expect(saver.now().state).toBe("typed");
	await paused();
	expect(requests).toHaveLength(2);
});

test("changes of another user are merged and saved", async () => {
	const { saver, requests, replaced } = begin("one\n\ntwo\n\nthree\n");
	saver.type("one\n\ntwo\n\nthree!\n");
	await paused();
	requests[0]?.fail(stale("ONE\n\ntwo\n\nthree\n"));
	await settled();
	expect(replaced).toEqual(["ONE\n\ntwo\n\nthree!\n"]);
	await paused();
	expect(requests[1]).toMatchObject({ text: "ONE\n\ntwo\n\nthree!\n", revision: "9" });
});

const marked = "<<<<<<< ours\nmine\n=======\ntheirs\n>>>>>>> theirs\n";

test.each([
	["ours", "mine\n", "mine\n"],
	["theirs", "theirs\n", undefined],
	["both", marked, marked],
] as const)("changes of two users to the same line need a resolution: %s", async (choice, text, sent) => {
	const { saver, requests } = begin("one\n");
	saver.type("mine\n");
	await paused();
	requests[0]?.fail(stale("theirs\n"));
	await settled();
	expect(saver.now()).toMatchObject({ state: "conflict", theirs: "theirs\n" });
	expect(await storedTexts()).toEqual(["mine\n"]);
	await paused();
	expect(requests).toHaveLength(1);
	saver.decide(choice);
	expect(saver.text()).toBe(text);
	expect(requests[1]?.text).toBe(sent);
	expect(saver.revision()).toBe("9");
	if (choice === "theirs") expect([saver.now().state, await storedTexts()]).toEqual(["saved", []]);
});

test.each([
	["ours", "mine"],
	["theirs", "theirs"],
] as const)("resolution changes only the conflicting lines: %s", async (choice, expected) => {
	const { saver, requests } = begin("one\n\ntwo\n\nthree\n");
	saver.type("mine\n\ntwo\n\nthree\n");
	await paused();
	requests[0]?.fail(stale("theirs\n\ntwo\n\nthree of theirs\n"));
	await settled();
	saver.type("mine\n\ntwo of mine\n\nthree\n");
	saver.decide(choice);
	const text = `${expected}\n\ntwo of mine\n\nthree of theirs\n`;
	expect([saver.text(), saver.now().state]).toEqual([text, "saving"]);
	expect(requests[1]).toMatchObject({ text, revision: "9" });
	expect(await entries()).toMatchObject([{ text, base: "theirs\n\ntwo\n\nthree of theirs\n", revision: "9" }]);
	requests[1]?.answer("10");
	await settled();
	expect([saver.now().state, await storedTexts()]).toEqual(["saved", []]);
});

test("merged changes and the conflict resolution replace the text in separate steps", async () => {
	const { saver, requests, replaced, decided } = begin("one\n\ntwo\n");
	saver.type("mine\n\ntwo\n");
	await paused();
	requests[0]?.fail(stale("theirs\n\ntwo of theirs\n"));
	await settled();
	saver.decide("theirs");
	expect(replaced).toEqual(["mine\n\ntwo of theirs\n"]);
	expect(decided).toEqual(["theirs\n\ntwo of theirs\n"]);
});

test("choosing the published lines in a conflict keeps the other changes of the draft", async () => {
	const { saver, requests } = begin("mine\n\ntwo of mine\n");
	saver.rebase("one\n\ntwo\n", { text: "published\n\ntwo\n", revision: "published-2" });
	saver.decide("theirs");
	expect(requests[0]).toMatchObject({ text: "published\n\ntwo of mine\n", revision: "1", baseRevision: "published-2" });
});

/** Creates a conflict: both users have changed the only line. */
async function disagree() {
	const begun = begin("one\n");
	begun.saver.type("mine\n");
	await paused();
	begun.requests[0]?.fail(stale("theirs\n"));
	await settled();
	return begun;
}

test("text typed during a conflict is part of the resolution", async () => {
	const { saver, changed } = await disagree();
	changed.mockClear();
	saver.type("mine, and more\n");
	expect(changed).toHaveBeenCalledOnce();
	saver.decide("both");
	expect(saver.text()).toBe(marked.replace("mine", "mine, and more"));
});

test("newer save of another user updates the conflict", async () => {
	const { saver } = await disagree();
	saver.sync({ text: "theirs, and more\n", revision: "10" }, "9");
	expect(saver.now()).toEqual({ state: "conflict", base: "one\n", theirs: "theirs, and more\n" });
	saver.decide("both");
	expect(saver.text()).toBe(marked.replace("\ntheirs", "\ntheirs, and more"));
});

test("conflict ends when the other user reverts the change", async () => {
	const { saver, requests, changed } = await disagree();
	changed.mockClear();
	saver.sync({ text: "one\n", revision: "10" }, "9");
	expect([saver.now().state, changed.mock.calls.length]).toEqual(["typed", 1]);
	await paused();
	expect(requests[1]).toMatchObject({ text: "mine\n", revision: "10" });
});

test("conflict survives repeated reloads until resolved", async () => {
	const { saver } = await disagree();
	for (const text of ["mine\n", "mine, and more\n"]) {
		saver.type(text);
		const [entry] = await entries();
		expect(entry).toMatchObject({ text, base: "one\n" });
		const next = begin("theirs\n").saver;
		next.restore({ text, base: "one\n" });
		expect(next.now()).toMatchObject({ state: "conflict", base: "one\n", theirs: "theirs\n" });
		expect(await entries()).toMatchObject([{ text, base: "one\n" }]);
	}
	saver.decide("ours");
	expect(await entries()).toMatchObject([{ text: "mine, and more\n", base: "theirs\n" }]);
});

test("draft conflict has priority over a conflict with the published text", async () => {
	const { saver, requests } = begin("one\n\ntwo\n");
	saver.rebase("one\n\n2\n", { text: "one\n\nzwei\n", revision: "published-2" });
	expect(saver.now()).toMatchObject({ state: "conflict", theirs: "one\n\nzwei\n" });
	saver.sync({ text: "ONE\n\nTWO\n", revision: "2" }, "1");
	expect([saver.now().state, saver.text()]).toEqual(["saved", "ONE\n\nTWO\n"]);
	saver.type("ONE\n\ntwo!\n");
	await paused();
	requests[0]?.fail(stale("ONE\n\nTWO?\n"));
	await settled();
	saver.rebase("one\n\n2\n", { text: "one\n\nzwei\n", revision: "published-2" });
	expect(saver.now()).toMatchObject({ state: "conflict", theirs: "ONE\n\nTWO?\n" });
	saver.decide("ours");
	expect(requests[1]).toMatchObject({ text: "ONE\n\ntwo!\n", baseRevision: undefined });
});

test("newer published text is merged, and its revision is sent", async () => {
	const { saver, requests } = begin("one\n\ntwo!\n");
	saver.rebase("one\n\ntwo\n", { text: "ONE\n\ntwo\n", revision: "published-2" });
	expect(saver.text()).toBe("ONE\n\ntwo!\n");
	const flushed = saver.flush();
	expect(requests[0]).toMatchObject({ revision: "1", baseRevision: "published-2" });
	requests[0]?.answer("2");
	expect(await flushed).toBe(true);
	saver.type("more");
	void saver.flush();
	expect(requests[1]?.baseRevision).toBeUndefined();
});

test("save of a draft equal to the published text sends the published revision", async () => {
	const { saver, requests } = begin("ONE\n");
	saver.rebase("one\n", { text: "ONE\n", revision: "published-2" });
	void saver.flush();
	expect(requests[0]).toMatchObject({ text: "ONE\n", baseRevision: "published-2" });
});

test("refresh merges the changes of another user into the typed text", () => {
	const { saver, replaced } = begin("one\n\ntwo\n");
	saver.type("one\n\ntwo!\n");
	saver.sync({ text: "ONE\n\ntwo\n", revision: "5" }, "1");
	expect([replaced.at(-1), saver.revision()]).toEqual(["ONE\n\ntwo!\n", "5"]);
	saver.sync({ text: "ONE\n\ntwo\n", revision: "6" }, "5");
	expect(saver.revision()).toBe("6");
});

test("response to a refresh that was requested before a save is ignored", async () => {
	const { saver, requests, replaced } = begin("one\n");
	saver.type("one two\n");
	await paused();
	const before = { text: "one\n", revision: "1" };
	expect(saver.sync(before, "1")).toBe(false);
	requests[0]?.answer("2");
	await settled();
	expect(saver.sync(before, "1")).toBe(false);
	expect([saver.text(), saver.revision(), replaced]).toEqual(["one two\n", "2", []]);
});

test("text restored during a slow save is saved afterwards", async () => {
	const { saver, requests } = begin("one\n\ntwo\n");
	saver.type("one!\n\ntwo\n");
	await paused();
	saver.restore({ text: "one\n\ntwo!\n", base: "one\n\ntwo\n" });
	await paused();
	requests[0]?.answer("2");
	await settled();
	await paused();
	expect(requests[1]).toMatchObject({ text: "one!\n\ntwo!\n", revision: "2" });
});

test.each(["one two\n", "one two three\n"])(
	"server text from any earlier request with a lost response causes no conflict: %j",
	async (arrived) => {
		const { saver, requests } = begin("one\n");
		for (const text of ["one two\n", "one two three\n"]) {
			saver.type(text);
			await paused();
			requests.at(-1)?.fail(new TypeError("network"));
			await settled();
		}
		saver.type("one two three four\n");
		await paused();
		requests[2]?.fail(stale(arrived));
		await settled();
		await paused();
		expect(requests[3]).toMatchObject({ text: "one two three four\n", revision: "9" });
	},
);

test("refresh that returns an earlier text of the same user causes no conflict", async () => {
	const { saver, requests } = begin("one\n");
	saver.type("one two\n");
	await paused();
	requests[0]?.fail(problemError(503));
	await settled();
	saver.type("one two three\n");
	saver.sync({ text: "one two\n", revision: "2" }, "1");
	expect([saver.now().state, saver.text()]).toEqual(["typed", "one two three\n"]);
});

test("server text equal to an earlier rejected text replaces the text without a conflict", async () => {
	const { saver, requests, replaced } = begin("colour\n");
	saver.type("color\n");
	await paused();
	requests[0]?.fail(stale("hue\n"));
	await settled();
	saver.decide("theirs");
	saver.sync({ text: "color\n", revision: "10" }, "9");
	expect([saver.now().state, saver.text(), replaced.at(-1)]).toEqual(["saved", "color\n", "color\n"]);
	await paused();
	expect(requests).toHaveLength(1);
});

test.each([
	new TypeError("network"),
	problemError(503),
	problemError(413),
	problemError(401),
	new ProblemError(problemError(412).problem, "{}"),
])("conflict remains after a failed save: %s", async (error) => {
	const { saver, requests } = begin("one\n");
	saver.type("two\n");
	await paused();
	saver.restore({ text: "three\n", base: "zero\n" });
	expect(saver.now().state).toBe("conflict");
	requests[0]?.fail(error);
	await settled();
	saver.again();
	await paused();
	expect([saver.now().state, requests.length]).toEqual(["conflict", 1]);
});

test("undo after a save with a lost response is sent to the server", async () => {
	const { saver, requests } = begin("one\n");
	saver.type("one two\n");
	await paused();
	requests[0]?.fail(new TypeError("network"));
	await settled();
	saver.type("one\n");
	const flushed = saver.flush();
	expect(requests[1]).toMatchObject({ text: "one\n", revision: "1" });
	requests[1]?.fail(stale("one two\n"));
	await paused();
	expect(requests[2]).toMatchObject({ text: "one\n", revision: "9" });
	requests[2]?.answer("10");
	await flushed;
	expect([saver.now().state, await storedTexts()]).toEqual(["saved", []]);
});

test("undo of a rejected text sends no request", async () => {
	const { saver, requests } = begin("one\n");
	saver.type("one two\n");
	await paused();
	requests[0]?.fail(problemError(413));
	await settled();
	saver.type("one\n");
	await paused();
	expect([saver.now().state, requests.length, await saver.flush()]).toEqual(["saved", 1, true]);
});

test("refresh does not change the text during IME composition", async () => {
	const { saver, replaced, compose } = begin("一\n\n二\n");
	compose(true);
	saver.type("一ni'hao\n\n二\n");
	expect(saver.sync({ text: "一\n\n二二\n", revision: "5" }, "1")).toBe(false);
	expect(replaced).toEqual([]);
});

test("text saved by a request with a lost response causes no conflict", async () => {
	const { saver, requests } = begin("one\n");
	saver.type("one two\n");
	await paused();
	requests[0]?.fail(new TypeError("network"));
	await settled();
	saver.type("one two three\n");
	await paused();
	requests[1]?.fail(stale("one two\n"));
	await settled();
	await paused();
	expect(requests[2]).toMatchObject({ text: "one two three\n", revision: "9" });
});

test("nothing is sent or merged during IME composition", async () => {
	const { saver, requests, replaced, compose } = begin("一\n\n二\n");
	compose(true);
	saver.type("一ni'hao\n\n二\n");
	await paused();
	expect(requests).toHaveLength(0);
	expect(await storedTexts()).toEqual(["一ni'hao\n\n二\n"]);
	compose(false);
	saver.type("一你好\n\n二\n");
	await paused();
	compose(true);
	requests[0]?.fail(stale("一\n\n二二\n"));
	await settled();
	expect(replaced).toEqual([]);
	compose(false);
	await paused();
	requests[1]?.fail(stale("一\n\n二二\n"));
	await settled();
	expect(replaced).toEqual(["一你好\n\n二二\n"]);
});

test("restored text is merged into a newer text of the server", async () => {
	const { saver, requests, replaced } = begin("ONE\n\ntwo\n");
	saver.restore({ text: "one\n\ntwo!\n", base: "one\n\ntwo\n" });
	expect(replaced.at(-1)).toBe("ONE\n\ntwo!\n");
	await paused();
	expect(requests[0]).toMatchObject({ text: "ONE\n\ntwo!\n", revision: "1" });
});

test("text is at risk until it is stored locally or on the server", async () => {
	const { saver, requests } = begin();
	saver.type("a");
	expect([saver.localCopyState(), saver.isAtRisk()]).toEqual(["storing", true]);
	await settled();
	expect([saver.localCopyState(), saver.isAtRisk()]).toEqual(["stored", false]);
	const refuse = () => {
		throw new DOMException("full", "QuotaExceededError");
	};
	vi.stubGlobal("localStorage", { setItem: refuse, removeItem: refuse, getItem: () => "t" });
	saver.type("ab");
	await settled();
	expect([saver.localCopyState(), saver.isAtRisk()]).toEqual(["failed", true]);
	await paused();
	requests[0]?.answer("2");
	await settled();
	expect(saver.isAtRisk()).toBe(false);
});

test("flush sends the text immediately and returns whether it is saved", async () => {
	const { saver, requests } = begin();
	saver.type("a");
	const flushed = saver.flush();
	requests[0]?.answer("2");
	expect(await flushed).toBe(true);
	saver.type("ab");
	const failed = saver.flush();
	requests[1]?.fail(problemError(500));
	expect(await failed).toBe(false);
});

test("leaving the editor sends unsent text immediately", async () => {
	const { saver, requests } = begin();
	saver.type("a");
	saver.stop();
	expect(requests.map(({ text }) => text)).toEqual(["a"]);
});
