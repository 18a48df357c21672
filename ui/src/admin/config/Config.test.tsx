import { clearToken } from "@pailou/core";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sheet, text } from "@/admin/config/testing";
import { close, open, problem, sent, serve, user } from "@/admin/testing";

const path = "/admin/config/global_style.css";
const version = { number: 1, bytes: 3, author: "ann", created_at: 0, restores: null, body: null };
const usual = {
	"GET /admin/config": () => Response.json([sheet]),
	[`GET ${path}`]: () => Response.json(sheet),
	[`GET ${path}/versions`]: () => Response.json([{ ...version, number: 2 }, version]),
};
const field = () => screen.findByLabelText<HTMLTextAreaElement>(text("text", { name: sheet.name }));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

afterEach(() => {
	cleanup();
	clearToken();
	localStorage.clear();
	close();
	vi.unstubAllEnvs();
});

test("publishing a file sends the displayed revision", async () => {
	serve({ ...usual, [`PUT ${path}`]: () => Response.json({ ...sheet, version: 3 }) });
	open("/admin/config?name=global_style.css");
	fireEvent.change(await field(), { target: { value: "a { b: d }" } });
	press(text("publish"));
	expect(await screen.findByText(text("done", { version: 3 }))).toBeDefined();
	const put = sent.find(({ what }) => what === `PUT ${path}`);
	expect(put?.body).toEqual({ body: "a { b: d }", publish_at: null });
	expect(put?.headers.get("if-match")).toBe('"3"');
});

test("publishing time is entered and reported in local time, and previewed in UTC", async () => {
	vi.stubEnv("TZ", "Asia/Shanghai");
	serve({ ...usual, [`PUT ${path}`]: () => Response.json({ ...sheet, due: 3, due_at: Date.UTC(2030, 0, 1) }) });
	open("/admin/config?name=global_style.css");
	await field();
	const at = screen.getByLabelText(text("at", { zone: "Asia/Shanghai" }));
	fireEvent.change(at, { target: { value: "2030-01-01T08:00" } });
	expect(screen.getByText("2030-01-01 00:00 UTC")).toBeDefined();
	press(text("publish"));
	expect(await screen.findByText(text("doneDue", { moment: "2030-01-01 08:00 GMT+8" }))).toBeDefined();
	const put = sent.find(({ what }) => what === `PUT ${path}`);
	expect(put?.body).toMatchObject({ publish_at: Date.UTC(2030, 0, 1) });
});

const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("draft survives navigation and reload until discarded", async () => {
	serve(usual);
	open("/admin/config?name=global_style.css");
	fireEvent.change(await field(), { target: { value: "mine {}" } });
	expect(leave()).toBe(true);
	cleanup();
	open("/admin/config?name=global_style.css");
	expect((await field()).value).toBe("mine {}");
	// After a reload only the stored draft is available.
	const storage = { ...localStorage };
	cleanup();
	clearToken();
	Object.assign(localStorage, storage);
	open("/admin/config?name=global_style.css");
	expect((await field()).value).toBe("mine {}");
	press(text("draftDrop"));
	expect((await field()).value).toBe(sheet.body);
	expect(document.activeElement).toBe(await field());
	cleanup();
	open("/admin/config?name=global_style.css");
	expect((await field()).value).toBe(sheet.body);
});

test("closing a page with an unstored draft asks for confirmation", async () => {
	serve(usual);
	open("/admin/config?name=global_style.css");
	await field();
	const full = () => {
		throw new DOMException("full", "QuotaExceededError");
	};
	// The storage is full: writing fails, reading still succeeds.
	const getItem = localStorage.getItem.bind(localStorage);
	vi.stubGlobal("localStorage", { getItem, setItem: full, removeItem: () => undefined });
	fireEvent.change(await field(), { target: { value: "mine {}" } });
	expect(leave()).toBe(false);
	press(text("draftDrop"));
	expect((await field()).value).toBe(sheet.body);
	expect(leave()).toBe(true);
	fireEvent.change(await field(), { target: { value: "of who logs out" } });
	vi.unstubAllGlobals();
	serve(usual);
	act(clearToken);
	expect(leave()).toBe(true);
	cleanup();
	open("/admin/config?name=global_style.css");
	expect((await field()).value).toBe(sheet.body);
});

test("draft is restored only for the same user", async () => {
	serve(usual);
	open("/admin/config?name=global_style.css");
	fireEvent.change(await field(), { target: { value: "of who logs out" } });
	act(clearToken);
	cleanup();
	serve({ ...usual, "GET /me": () => Response.json({ ...user, id: "2", name: "bob" }) });
	open("/admin/config?name=global_style.css");
	expect((await field()).value).toBe(sheet.body);
	cleanup();
	serve(usual);
	open("/admin/config?name=global_style.css");
	expect((await field()).value).toBe("of who logs out");
});

test("loading an old version over a draft needs confirmation", async () => {
	const old = () => Response.json({ ...version, body: "old {}" });
	serve({ ...usual, [`GET ${path}/versions/1`]: old, [`PUT ${path}`]: () => Response.json(sheet) });
	open("/admin/config?name=global_style.css");
	const area = await field();
	const take = text("takeName", { number: 1 });
	press(take);
	expect(await screen.findByText(text("taken", { number: 1 }))).toBeDefined();
	expect(area.value).toBe("old {}");
	fireEvent.change(area, { target: { value: "mine {}" } });
	press(take);
	expect(area.value).toBe("mine {}");
	fireEvent.click(within(screen.getByRole("group", { name: take })).getByRole("button", { name: text("take") }));
	await waitFor(() => expect(area.value).toBe("old {}"));
});

test("rejected file shows the error with a button that selects the line", async () => {
	const errors = [{ field: "body", code: "import", detail: "", line: 2, column: 1 }];
	serve({ ...usual, [`PUT ${path}`]: () => problem(422, "invalid", { errors }) });
	open("/admin/config?name=global_style.css");
	const area = await field();
	fireEvent.change(area, { target: { value: "a {}\n@import 'b';" } });
	press(text("publish"));
	const label = text("place", { line: 2, column: 1, what: text("body.import") });
	fireEvent.click(await screen.findByRole("button", { name: label }));
	expect(document.activeElement).toBe(area);
	expect([area.selectionStart, area.selectionEnd]).toEqual([5, 17]);
	expect(area.value).toBe("a {}\n@import 'b';");
});

test("publishing over another user's version is a conflict", async () => {
	const row = { ...sheet, revision: "9", version: 5, body: "theirs" };
	let puts = 0;
	const put = () => (puts++ === 0 ? problem(412, "stale", { row }) : Response.json({ ...row, version: 6 }));
	serve({ ...usual, [`PUT ${path}`]: put });
	open("/admin/config?name=global_style.css");
	fireEvent.change(await field(), { target: { value: "mine {}" } });
	press(text("publish"));
	fireEvent.click(await screen.findByRole("button", { name: text("staleInsist") }));
	expect(await screen.findByText(text("done", { version: 6 }))).toBeDefined();
	const last = sent.filter(({ what }) => what === `PUT ${path}`).at(-1);
	expect([last?.headers.get("if-match"), last?.body]).toEqual(['"9"', { body: "mine {}", publish_at: null }]);
});

test("new stylesheet can be confirmed before the deadline", async () => {
	let waits = true;
	serve({
		...usual,
		[`GET ${path}`]: () => Response.json({ ...sheet, confirm_in: waits ? 42_000 : null }),
		[`POST ${path}/confirm`]: () => {
			waits = false;
			return Response.json(sheet);
		},
	});
	open("/admin/config?name=global_style.css");
	expect((await screen.findByRole("timer")).textContent).toMatch(/^4[12] s left$/);
	press(text("keep"));
	expect(await screen.findByText(text("kept"))).toBeDefined();
	await waitFor(() => expect(screen.queryByRole("timer")).toBeNull());
	expect(sent.find(({ what }) => what === `POST ${path}/confirm`)?.body).toEqual({ keep: true });
});

test("old version is shown and restored", async () => {
	serve({
		...usual,
		[`GET ${path}/versions/1`]: () => Response.json({ ...version, body: "old {}" }),
		[`POST ${path}/versions/1/restore`]: () => Response.json(sheet),
	});
	open("/admin/config?name=global_style.css");
	await field();
	press(text("showName", { number: 1 }));
	expect(await screen.findByText("old {}")).toBeDefined();
	press(text("restoreName", { number: 1 }));
	const sure = screen.getByRole("group", { name: text("restoreName", { number: 1 }) });
	fireEvent.click(within(sure).getByRole("button", { name: text("restore") }));
	expect(await screen.findByText(text("restored", { number: 1 }))).toBeDefined();
});

test("publishing under an unused file name sends no precondition", async () => {
	serve({ "PUT /admin/config/a.txt": () => problem(428, "precondition-required") });
	open("/admin/config?name=a.txt");
	const area = await screen.findByLabelText(text("text", { name: "a.txt" }));
	fireEvent.change(area, { target: { value: "hello" } });
	press(text("publish"));
	expect(await screen.findByText(text("failed.428"))).toBeDefined();
	expect(sent.find(({ what }) => what.startsWith("PUT"))?.headers.get("if-match")).toBeNull();
	// The file is not requested, because browsers report 404 responses in the console.
	expect(sent.map(({ what }) => what)).not.toContain("GET /admin/config/a.txt");
});

test.each(["foo.exe", "Bad Name.json"])("invalid site file name %s has no editor", async (name) => {
	serve({});
	open(`/admin/config?${new URLSearchParams({ name })}`);
	expect(await screen.findByText(`${text("noName", { name })} ${text("newHint")}`)).toBeDefined();
	expect(screen.queryByRole("button", { name: text("publish") })).toBeNull();
});

test.each([
	["site.json", "Name and links", "/admin/site"],
	["messages.zh.json", "Interface text", "/admin/messages"],
])("editor of %s links to the form %s", async (name, part, to) => {
	serve({});
	open(`/admin/config?name=${name}`);
	const link = await screen.findByRole("link", { name: text("form", { part }) });
	expect(link.getAttribute("href")).toBe(to);
});

test("issue states the unknown field, or that the file is empty", async () => {
	const name = "site.json";
	const at = (code: string, column: number) =>
		problem(422, "invalid", { errors: [{ field: "body", code, detail: "", line: 1, column }] });
	const answers = [at("unknown-field", 8), at("syntax", 1)];
	serve({ [`PUT /admin/config/${name}`]: () => answers.shift() ?? problem(500, "internal") });
	open(`/admin/config?name=${name}`);
	const area = await screen.findByLabelText(text("text", { name }));
	fireEvent.change(area, { target: { value: '{"titel": {}}' } });
	press(text("publish"));
	const what = text("field.unknown-field", { field: "titel" });
	expect(await screen.findByRole("button", { name: text("place", { line: 1, column: 8, what }) })).toBeDefined();
	fireEvent.change(area, { target: { value: " " } });
	press(text("publish"));
	expect(await screen.findByRole("button", { name: text("body.empty") })).toBeDefined();
});

test("form shows that publishing cancels the scheduled version", async () => {
	vi.stubEnv("TZ", "UTC");
	serve({ ...usual, [`GET ${path}`]: () => Response.json({ ...sheet, due: 3, due_at: Date.UTC(2030, 0, 1) }) });
	open("/admin/config?name=global_style.css");
	await field();
	const ends = text("dueEnds", { version: 3, moment: "2030-01-01 00:00 UTC" });
	expect(screen.getByText(ends)).toBeDefined();
	press(text("restoreName", { number: 1 }));
	expect(screen.getByText(`${text("restoreSure")} ${ends}`)).toBeDefined();
});

test.each([
	["something else", "mine, and more {}"],
	["previously published value", sheet.body],
])("input during publishing stays a draft: %s", async (_, since) => {
	const after = { ...sheet, revision: "4", version: 3, body: "mine {}" };
	let published = sheet;
	const answers: (() => void)[] = [];
	const put = async () => {
		await new Promise<void>((resolve) => answers.push(resolve));
		published = after;
		return Response.json(after);
	};
	serve({ ...usual, [`GET ${path}`]: () => Response.json(published), [`PUT ${path}`]: put });
	open("/admin/config?name=global_style.css");
	fireEvent.change(await field(), { target: { value: "mine {}" } });
	press(text("publish"));
	await waitFor(() => expect(answers).toHaveLength(1));
	fireEvent.change(await field(), { target: { value: since } });
	answers[0]?.();
	expect(await screen.findByText(text("done", { version: 3 }))).toBeDefined();
	expect((await field()).value).toBe(since);
	expect(screen.getByText(text("draft"))).toBeDefined();
	press(text("publish"));
	await waitFor(() => expect(answers).toHaveLength(2));
	const last = sent.filter(({ what }) => what === `PUT ${path}`).at(-1);
	expect([last?.headers.get("if-match"), last?.body]).toEqual(['"4"', { body: since, publish_at: null }]);
	answers[1]?.();
	await waitFor(() => expect(screen.queryByText(text("draft"))).toBeNull());
});

test("draft shows a conflict after another user has published the file", async () => {
	const name = "banner.txt";
	const at = `/admin/config/${name}`;
	const theirs = { ...sheet, name, revision: "7", body: "theirs" };
	const write = async () => {
		const area = await screen.findByLabelText<HTMLTextAreaElement>(text("text", { name }));
		if (area.value === "") fireEvent.change(area, { target: { value: "mine" } });
		return area;
	};
	serve({ [`PUT ${at}`]: () => problem(428, "precondition-required") });
	open(`/admin/config?name=${name}`);
	await write();
	press(text("publish"));
	expect(await screen.findByText(text("failed.428"))).toBeDefined();
	close();
	serve({
		"GET /admin/config": () => Response.json([theirs]),
		[`GET ${at}`]: () => Response.json(theirs),
		[`GET ${at}/versions`]: () => Response.json([version]),
		[`PUT ${at}`]: () => Response.json({ ...theirs, revision: "8", version: 3, body: "mine" }),
	});
	open(`/admin/config?name=${name}`);
	expect((await write()).value).toBe("mine");
	expect(screen.getByText("theirs")).toBeDefined();
	expect(screen.getByRole("button", { name: text("staleTake") })).toBeDefined();
	press(text("staleInsist"));
	expect(await screen.findByText(text("done", { version: 3 }))).toBeDefined();
	const put = sent.find(({ what }) => what === `PUT ${at}`);
	expect([put?.headers.get("if-match"), put?.body]).toEqual(['"7"', { body: "mine", publish_at: null }]);
});

test("input typed during publishing is based on the new revision", async () => {
	const name = "banner.txt";
	const at = `/admin/config/${name}`;
	const after = { ...sheet, name, revision: "1", version: 1, body: "first" };
	let published: unknown[] = [];
	const answers: (() => void)[] = [];
	const list = async () => {
		if (published.length > 0) await new Promise<void>((resolve) => answers.push(resolve));
		return Response.json(published);
	};
	const put = () => {
		published = [after];
		return Response.json(after);
	};
	serve({
		"GET /admin/config": list,
		[`GET ${at}`]: () => Response.json(after),
		[`GET ${at}/versions`]: () => Response.json([version]),
		[`PUT ${at}`]: put,
	});
	open(`/admin/config?name=${name}`);
	const area = await screen.findByLabelText<HTMLTextAreaElement>(text("text", { name }));
	fireEvent.change(area, { target: { value: "first" } });
	press(text("publish"));
	await waitFor(() => expect(answers).toHaveLength(1));
	fireEvent.change(area, { target: { value: "second" } });
	answers[0]?.();
	expect(await screen.findByText(text("done", { version: 1 }))).toBeDefined();
	expect([area.value, screen.queryByText(text("stale"))]).toEqual(["second", null]);
	press(text("publish"));
	await waitFor(() => expect(answers).toHaveLength(2));
	expect(sent.filter(({ what }) => what === `PUT ${at}`).map(({ headers }) => headers.get("if-match"))).toEqual([
		null,
		'"1"',
	]);
	answers[1]?.();
	await waitFor(() => expect(screen.queryByText(text("draft"))).toBeNull());
});
