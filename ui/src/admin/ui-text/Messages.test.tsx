import { clearToken } from "@pailou/core";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sheet } from "@/admin/config/testing";
import { close, open, problem, sent, serve, wrong } from "@/admin/testing";
import { wordingText } from "@/admin/ui-text/wordingText";
import type { BuiltInMessage, ConfigValue } from "@/shared/http/types";

const text = (key: Parameters<typeof wordingText>[1], values = {}) => wordingText("en-US", key, values);
const messages: BuiltInMessage[] = [
	{ area: "app", key: "docs", zh: "文档", en: "Docs" },
	{ area: "app", key: "version", zh: "版本 {version}", en: "Version {version}" },
];
const path = "/admin/config/messages.zh.json";
const value = (body: object): ConfigValue => ({
	...sheet,
	name: "messages.zh.json",
	media_type: "application/json",
	revision: "4",
	body: JSON.stringify(body),
});
const old = value({ app: { docs: { text: "手册", original: "文件" } } });
const usual = {
	"GET /admin/messages": () => Response.json({ messages }),
	"GET /admin/config": () => Response.json([old]),
	[`GET ${path}`]: () => Response.json(old),
};
const chinese = { key: "app.docs", language: "Chinese" };
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

afterEach(() => {
	cleanup();
	close();
	clearToken();
	localStorage.clear();
});

test("interface text is overridden in one language", async () => {
	serve({ ...usual, [`PUT ${path}`]: () => Response.json(old) });
	open("/admin/messages");
	expect(await screen.findByText(text("outdated", { was: "文件" }))).toBeDefined();
	press(text("changeName", chinese));
	const field = screen.getByLabelText<HTMLTextAreaElement>(text("field", chinese));
	expect([field.value, document.activeElement]).toEqual(["手册", field]);
	fireEvent.change(field, { target: { value: "<b>指南</b>\n二" } });
	press(text("save"));
	expect(await screen.findByText(text("saved", { key: "app.docs" }))).toBeDefined();
	const put = sent.find(({ what }) => what === `PUT ${path}`);
	const body = { app: { docs: { text: "<b>指南</b> 二", original: "文档" } } };
	expect(put?.body).toEqual({ body: JSON.stringify(body, null, "\t"), publish_at: null });
	expect(put?.headers.get("if-match")).toBe('"4"');
});

test("built-in interface text is restored", async () => {
	serve({ ...usual, [`PUT ${path}`]: () => Response.json(old) });
	open("/admin/messages?changed=1");
	expect(await screen.findByText(text("count", { count: 1 }))).toBeDefined();
	press(text("takeBackName", chinese));
	expect(await screen.findByText(text("takenBack", { key: "app.docs" }))).toBeDefined();
	expect(sent.find(({ what }) => what === `PUT ${path}`)?.body).toEqual({ body: "{}", publish_at: null });
});

test("rejected text stays in the field with the reason", async () => {
	const english = { key: "app.version", language: "English" };
	serve({ ...usual, "PUT /admin/config/messages.en.json": () => wrong("body", "placeholders-differ") });
	open("/admin/messages?q=version");
	expect(await screen.findByText(text("count", { count: 1 }))).toBeDefined();
	press(text("changeName", english));
	expect(screen.getByText(text("placeholders", { placeholders: "{version}" }))).toBeDefined();
	const field = screen.getByLabelText<HTMLTextAreaElement>(text("field", english));
	fireEvent.change(field, { target: { value: "Release" } });
	press(text("save"));
	expect(await screen.findByText(text("body.placeholders-differ"))).toBeDefined();
	expect(field.value).toBe("Release");
});

test("conflict loads the current messages and keeps typed text", async () => {
	let published = old;
	const put = () => {
		published = value({ app: { version: { text: "第 {version} 版" } } });
		return problem(412, "stale", { row: published });
	};
	serve({ ...usual, [`GET ${path}`]: () => Response.json(published), [`PUT ${path}`]: put });
	open("/admin/messages");
	const row = (await screen.findByText("app.docs")).closest("li");
	if (!row) throw new Error("the message has no row");
	fireEvent.click(within(row).getByRole("button", { name: text("changeName", chinese) }));
	fireEvent.change(screen.getByLabelText(text("field", chinese)), { target: { value: "指南" } });
	press(text("save"));
	expect(await screen.findByText(text("stale"))).toBeDefined();
	expect(await screen.findByText("第 {version} 版")).toBeDefined();
	expect(screen.getByLabelText<HTMLTextAreaElement>(text("field", chinese)).value).toBe("指南");
});

test("message list shows that saving cancels the scheduled version", async () => {
	vi.stubEnv("TZ", "UTC");
	serve({ ...usual, [`GET ${path}`]: () => Response.json({ ...old, due: 3, due_at: Date.UTC(2030, 0, 1) }) });
	open("/admin/messages");
	const due = { language: "Chinese", moment: "2030-01-01 00:00 UTC" };
	expect(await screen.findByText(text("dueEnds", due))).toBeDefined();
	vi.unstubAllEnvs();
});

test("unsaved text survives a reload until canceled or saved", async () => {
	const field = () => screen.findByLabelText<HTMLTextAreaElement>(text("field", chinese));
	const again = (published: ConfigValue) => {
		const storage = { ...localStorage };
		close();
		clearToken();
		Object.assign(localStorage, storage);
		serve({
			...usual,
			[`GET ${path}`]: () => Response.json(published),
			[`PUT ${path}`]: () => Response.json(published),
		});
		open("/admin/messages");
	};
	serve(usual);
	open("/admin/messages");
	fireEvent.click(await screen.findByRole("button", { name: text("changeName", chinese) }));
	expect(screen.queryByText(text("draft"))).toBeNull();
	fireEvent.change(await field(), { target: { value: "指 " } });
	fireEvent.change(await field(), { target: { value: "指 南" } });
	again(old);
	expect((await field()).value).toBe("指 南");
	expect(screen.getByText(text("draft"))).toBeDefined();
	expect(screen.queryByText(text("draftStale"))).toBeNull();

	const theirs = value({ app: { docs: { text: "别人的", original: "文档" } } });
	again(theirs);
	expect((await field()).value).toBe("指 南");
	expect(screen.getByText(text("draftStale"))).toBeDefined();
	expect(screen.getByText("别人的")).toBeDefined();
	press(text("cancel"));
	again(theirs);
	fireEvent.click(await screen.findByRole("button", { name: text("changeName", chinese) }));
	expect((await field()).value).toBe("别人的");

	fireEvent.change(await field(), { target: { value: "指南" } });
	press(text("save"));
	expect(await screen.findByText(text("saved", { key: "app.docs" }))).toBeDefined();
	await waitFor(() => expect(screen.queryByLabelText(text("field", chinese))).toBeNull());
	expect(Object.keys(localStorage).filter((key) => key.includes("app.docs"))).toEqual([]);
});

test.each(["指南，第二版", "手册"])("text typed while saving stays a draft: %s", async (since) => {
	const after = value({ app: { docs: { text: "指南", original: "文档" } } });
	let published = old;
	const answers: (() => void)[] = [];
	const put = async () => {
		await new Promise<void>((resolve) => answers.push(resolve));
		published = after;
		return Response.json(after);
	};
	serve({ ...usual, [`GET ${path}`]: () => Response.json(published), [`PUT ${path}`]: put });
	open("/admin/messages");
	fireEvent.click(await screen.findByRole("button", { name: text("changeName", chinese) }));
	const field = screen.getByLabelText<HTMLTextAreaElement>(text("field", chinese));
	fireEvent.change(field, { target: { value: "指南" } });
	press(text("save"));
	await waitFor(() => expect(answers).toHaveLength(1));
	fireEvent.change(field, { target: { value: since } });
	answers[0]?.();
	expect(await screen.findByText(text("saved", { key: "app.docs" }))).toBeDefined();
	expect(await screen.findByRole("button", { name: text("save") })).toBeDefined();
	expect(screen.getByLabelText<HTMLTextAreaElement>(text("field", chinese)).value).toBe(since);
	// The text is still a draft after the route has reloaded the published messages.
	expect(await screen.findByText(text("draft"))).toBeDefined();
	await waitFor(() => expect(screen.queryByText(text("draftStale"))).toBeNull());
	const [storageKey = ""] = Object.keys(localStorage).filter((key) => key.includes("app.docs"));
	expect(JSON.parse(localStorage.getItem(storageKey) ?? "null")).toEqual({ text: since, from: "指南" });
});
