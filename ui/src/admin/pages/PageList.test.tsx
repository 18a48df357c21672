import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listed, page, writtenPage, writtenText } from "@/admin/pages/testing";
import { close, open, problem, sent, serve, user, wrong } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

const landing = readFileSync(join(import.meta.dirname, "../../../../server/crates/content/src/landing.rs"), "utf8");

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

const rows =
	(data: unknown[], total = data.length, sum = 0) =>
	() =>
		Response.json(data, { headers: { "x-total-count": String(total), "x-total-sum": String(sum) } });
const whatWasSent = () => sent.map(({ what }) => what).filter((what) => what !== "GET /me");

test("page row shows the state of both languages with links", async () => {
	const zh = listed("zh-CN", { outdated: 1, not_aligned: 3, publish_at: Date.UTC(2026, 10, 23, 8) });
	const en = listed("en-US", { changed: true, not_translated: 2, author: "import" });
	serve({ "GET /admin/pages": rows([page({ zh, en }), page({ id: "p2", en: null })], 31, 1234) });
	open("/admin/pages?sort=views");
	expect(await screen.findByText("31 pages · 1,234 views")).toBeTruthy();
	const [first, second] = within(screen.getByRole("list", { name: "Pages" })).getAllByRole("listitem");
	expect(first?.textContent).toContain("Scheduled for 2026-11-23 08:00 UTC");
	expect(first?.textContent).toContain("One segment outdated3 segments not aligned");
	expect(first?.textContent).toContain("Unpublished changes2 segments not translated");
	expect(first?.textContent).toContain("2026-11-21 07:40 UTC imported");
	expect(screen.getAllByRole("link", { name: "Start" })[0]?.getAttribute("href")).toBe("/admin/pages/p1?locale=en");
	expect(second?.textContent).toContain("No English version");
	expect(screen.getByRole("link", { name: "Next page" }).getAttribute("href")).toBe("/admin/pages?sort=views&page=2");
	expect(sent.at(-1)?.query).toBe("?sort=views&page=1&size=20");
});

test("text from Git is marked with the name of its source", async () => {
	const en = listed("en-US", { source: "docs" });
	serve({ "GET /admin/pages": rows([page({ en }), page({ id: "p2" })]) });
	open("/admin/pages");
	const mark = await screen.findByTitle("From the Git source docs");
	expect(within(mark).getByText("Git").getAttribute("aria-hidden")).toBe("true");
	expect(within(mark).getByText("From the Git source docs").className).toBe("visually-hidden");
	const [first] = within(screen.getByRole("list", { name: "Pages" })).getAllByRole("listitem");
	expect(first?.querySelectorAll("[data-mark=git]")).toHaveLength(1);
	expect(document.querySelectorAll("[data-mark=git]")).toHaveLength(1);
});

test("filter is stored in the URL; an empty list shows the reason", async () => {
	serve({ "GET /admin/pages": rows([]) });
	const router = open("/admin/pages");
	expect(await screen.findByText(/No pages yet/)).toBeTruthy();
	fireEvent.change(screen.getByLabelText("State"), { target: { value: "outdated" } });
	fireEvent.change(screen.getByLabelText("Language"), { target: { value: "zh" } });
	fireEvent.click(screen.getByRole("button", { name: "Filter" }));
	expect(await screen.findByText(/Nothing is outdated/)).toBeTruthy();
	expect(router.state.location.search).toBe("?locale=zh&state=outdated");
	fireEvent.change(screen.getByLabelText("Title or path contains"), { target: { value: "moon" } });
	fireEvent.click(screen.getByRole("button", { name: "Filter" }));
	expect(await screen.findByText(/No pages match these filters/)).toBeTruthy();
});

/** Publishes the selected pages, with the required confirmation. */
function publishChosen() {
	fireEvent.click(screen.getByRole("button", { name: "Publish" }));
	expect(screen.getByText(/Readers see (it|them) immediately/)).toBeTruthy();
	fireEvent.click(within(screen.getByRole("group", { name: "Publish" })).getByRole("button", { name: "Publish" }));
}

test("bulk publishing lists failed pages and keeps them selected", async () => {
	const texts = { zh: writtenText("zh-CN", "", { listed: listed("zh-CN", { changed: true }) }) };
	serve({
		"GET /admin/pages": rows([page(), page({ id: "p2", zh: listed("zh-CN", { title: "坏" }) }), page({ id: "p3" })]),
		"GET /admin/pages/p1": () => Response.json(writtenPage(texts)),
		"GET /admin/pages/p2": () => Response.json(writtenPage({ id: "p2", ...texts })),
		"GET /admin/pages/p3": () => Response.json(writtenPage({ id: "p3" })),
		"POST /admin/pages/p1/zh/publish": () => Response.json({ url: "", revision: "2", publish_at: null }),
		"POST /admin/pages/p2/zh/publish": () => problem(412, "stale"),
	});
	open("/admin/pages");
	fireEvent.click(await screen.findByLabelText("Select all on this page"));
	publishChosen();
	expect(await screen.findByText("One page published.")).toBeTruthy();
	const alert = screen.getByRole("alert", { name: /2 pages were not changed/ });
	expect(
		within(alert)
			.getAllByRole("listitem")
			.map((item) => item.textContent),
	).toEqual([
		"坏: Someone else has changed this. Reload before you change it.",
		"开始: there are no unpublished changes that you can publish.",
	]);
	expect(screen.getByLabelText("2 selected")).toBeTruthy();
	const published = sent.filter(({ what }) => what.includes("publish"));
	expect(published.map(({ body, headers }) => [body, headers.get("if-match")])).toEqual([
		[{ decisions: [] }, '"zh-1"'],
		[{ decisions: [] }, '"zh-1"'],
	]);
});

test("failed publishing shows the same reason as the editor", async () => {
	const texts = { zh: writtenText("zh-CN", "", { listed: listed("zh-CN", { changed: true }) }) };
	const image = { field: "text", code: "image-without-alt-text", detail: "a.png", line: 3 };
	const errors = { p1: [image, { ...image, detail: "b.png" }], p2: [{ ...image, code: "slug-taken" }] };
	serve({
		"GET /admin/pages": rows([page(), page({ id: "p2" })]),
		"GET /admin/pages/p1": () => Response.json(writtenPage(texts)),
		"GET /admin/pages/p2": () => Response.json(writtenPage({ id: "p2", ...texts })),
		"POST /admin/pages/p1/zh/publish": () => problem(422, "invalid", { errors: errors.p1 }),
		"POST /admin/pages/p2/zh/publish": () => problem(422, "invalid", { errors: errors.p2 }),
	});
	open("/admin/pages");
	fireEvent.click(await screen.findByLabelText("Select all on this page"));
	publishChosen();
	const alert = await screen.findByRole("alert", { name: /2 pages were not changed/ });
	const why = within(alert).getAllByRole("listitem");
	expect(why.map((item) => item.textContent)).toEqual([
		"开始: 2 images have no alt text. Open the page and add it.",
		"开始: another page already uses the URL set by slug in the front matter.",
	]);
});

test("user can select only pages within the access scope", async () => {
	serve({
		"GET /me": () => Response.json({ ...user, areas: ["docs"], locales: ["en"] }),
		"GET /admin/pages": rows([
			page({ en: listed("en-US", { title: "Mine" }) }),
			page({ id: "p2", en: null }),
			page({ id: "p3", area: "landing" }),
		]),
	});
	open("/admin/pages");
	fireEvent.click(await screen.findByLabelText("Select all on this page"));
	expect(screen.getAllByRole("checkbox")).toHaveLength(2);
	expect(screen.getByLabelText("1 selected")).toBeTruthy();
});

test.each([
	[{}, 1],
	[{ locales: ["zh"] }, 0],
	[{ permissions: ["pages-read"] }, 0],
])("link to reorder blocks is shown only to permitted users: %j", async (limits, count) => {
	serve({
		"GET /me": () => Response.json({ ...user, ...limits }),
		"GET /admin/pages": rows([page({ area: "landing" }), page({ id: "p2", area: "landing" })]),
	});
	open("/admin/pages?area=landing");
	await screen.findByRole("link", { name: "Trash" });
	expect(screen.queryAllByRole("link", { name: "Reorder blocks…" })).toHaveLength(count);
});

test("both languages are published in one request", async () => {
	const changed = { listed: listed("zh-CN", { changed: true }) };
	const written = writtenPage({
		zh: writtenText("zh-CN", "", changed),
		en: writtenText("en-US", "", changed),
	});
	serve({
		"GET /admin/pages": rows([page()]),
		"GET /admin/pages/p1": () => Response.json(written),
		"POST /admin/pages/p1/zh/publish": () => Response.json({ url: "", revision: "2", publish_at: null }),
	});
	open("/admin/pages");
	fireEvent.click(await screen.findByLabelText("Select “开始”"));
	publishChosen();
	await screen.findByText("One page published.");
	const bodies = sent.filter(({ what }) => what.startsWith("POST")).map(({ body }) => body);
	expect(bodies).toEqual([{ decisions: [], other: "en-1" }]);
});

test("page in the trash can be restored, and deleted after a confirmation", async () => {
	serve({
		"GET /admin/pages": rows([page()]),
		"POST /admin/pages/p1/restore": () => wrong("path", "taken"),
		"DELETE /admin/pages/p1": () => new Response(null, { status: 204 }),
	});
	open("/admin/pages?state=trash");
	fireEvent.click(await screen.findByRole("button", { name: "Restore “开始”" }));
	expect(await screen.findByText(/Another page already uses this path/)).toBeTruthy();
	fireEvent.click(screen.getByRole("button", { name: "Delete “开始” permanently" }));
	expect(screen.getByText(/It cannot be undone/)).toBeTruthy();
	expect(whatWasSent()).not.toContain("DELETE /admin/pages/p1");
	fireEvent.click(screen.getByRole("button", { name: "Delete permanently" }));
	await waitFor(() => expect(whatWasSent()).toContain("DELETE /admin/pages/p1"));
	expect(sent.find(({ what }) => what === "DELETE /admin/pages/p1")?.query).toBe("?permanent=true");
});

test("page is created; a used path is reported at the field", async () => {
	chooseLocale("zh-CN");
	const answers = [wrong("path", "taken"), Response.json(writtenPage(), { status: 201 })];
	serve({
		"GET /admin/pages": rows([page()]),
		"GET /admin/pages/p1": () => Response.json(writtenPage()),
		"POST /admin/pages": () => answers.shift() ?? problem(500, "internal"),
	});
	const router = open("/admin/pages");
	const form = within(await screen.findByRole("form", { name: "新建页面", hidden: true }));
	fireEvent.change(form.getByLabelText("标题"), { target: { value: "开始" } });
	fireEvent.change(form.getByLabelText("路径"), { target: { value: " guide / start here" } });
	fireEvent.click(form.getByRole("button", { name: "创建页面", hidden: true }));
	expect(await screen.findByText(/此路径已被其他页面占用/)).toBeTruthy();
	fireEvent.click(form.getByRole("button", { name: "创建页面", hidden: true }));
	await waitFor(() => expect(router.state.location.pathname).toBe("/admin/pages/p1"));
	expect(sent.find(({ what }) => what === "POST /admin/pages")?.body).toEqual({
		area: "docs",
		locale: "zh",
		path: "guide/start-here",
		title: "开始",
	});
});

test("path is proposed from an English title until it is edited", async () => {
	serve({ "GET /admin/pages": rows([page()]) });
	open("/admin/pages");
	const form = within(await screen.findByRole("form", { name: "New page", hidden: true }));
	const [title, path] = [form.getByLabelText<HTMLInputElement>("Title"), form.getByLabelText<HTMLInputElement>("Path")];
	const type = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } });
	type(title, "Don’t use the proxy!");
	expect(path.value).toBe("dont-use-the-proxy");
	type(title, "安装 Docker");
	expect(path.value).toBe("");
	type(path, "guide/docker");
	type(title, "Docker");
	expect(path.value).toBe("guide/docker");
});

test("proposed path of a news entry starts with the date", async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 22, 0, 30) });
	try {
		serve({ "GET /admin/pages": rows([page()]) });
		const router = open("/admin/pages?area=news&title=Release#new");
		const form = within(await screen.findByRole("form", { name: "New page" }));
		const path = form.getByLabelText<HTMLInputElement>(/^Path/);
		const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
		expect(path.value).toBe("2026-11-22-release");
		await act(() => router.navigate("/admin/pages?area=news&title=Open#new"));
		expect(form.getByLabelText<HTMLInputElement>("Title").value).toBe("Open");
		expect(path.value).toBe("2026-11-22-open");
		type(form.getByLabelText("Area"), "docs");
		expect(path.value).toBe("open");
		type(form.getByLabelText("Area"), "news");
		type(form.getByLabelText("Title"), "安装");
		expect(path.value).toBe("");
	} finally {
		vi.useRealTimers();
	}
});

test("bulk deletion is confirmed and can be undone", async () => {
	const lists = [[page(), page({ id: "p2" })], [], [page({ id: "p2" })]];
	serve({
		"GET /admin/pages": () => rows(lists.shift() ?? [])(),
		"GET /admin/pages/p1": () => Response.json(writtenPage()),
		"GET /admin/pages/p2": () => Response.json(writtenPage({ id: "p2" })),
		"DELETE /admin/pages/p1": () => new Response(null, { status: 204 }),
		"DELETE /admin/pages/p2": () => new Response(null, { status: 204 }),
		"POST /admin/pages/p1/restore": () => wrong("path", "taken"),
		"POST /admin/pages/p2/restore": () => Response.json(writtenPage({ id: "p2" })),
	});
	open("/admin/pages");
	fireEvent.click(await screen.findByLabelText("Select all on this page"));
	fireEvent.click(screen.getByRole("button", { name: "Move to trash" }));
	expect(screen.getByText(/Move 2 pages to the trash\?/)).toBeTruthy();
	expect(whatWasSent().filter((what) => what.startsWith("DELETE"))).toEqual([]);
	fireEvent.click(screen.getByRole("button", { name: "Move to trash" }));
	expect(await screen.findByText("2 pages moved to the trash.")).toBeTruthy();
	fireEvent.click(await screen.findByRole("button", { name: "Undo (restore from trash)" }));
	expect(await screen.findByText("One page restored.")).toBeTruthy();
	expect(screen.getByRole("alert", { name: "One page is still in the trash:" }).textContent).toContain("开始");
	expect(screen.queryByRole("button", { name: "Undo (restore from trash)" })).toBeNull();
});

test("page number beyond the end links to the last page", async () => {
	serve({ "GET /admin/pages": rows([], 31) });
	open("/admin/pages?area=docs&page=99");
	expect(await screen.findByText("There is no page 99.")).toBeTruthy();
	const last = screen.getByRole("link", { name: "Go to the last page" });
	expect(last.getAttribute("href")).toBe("/admin/pages?area=docs&page=2");
	expect(screen.queryByRole("link", { name: "Previous page" })).toBeNull();
});

test("new page form has the area and language of the filter", async () => {
	serve({ "GET /admin/pages": rows([page()]) });
	open("/admin/pages?area=news&locale=zh");
	const form = await screen.findByRole("form", { name: "New page", hidden: true });
	expect(within(form).getByLabelText<HTMLSelectElement>("Area").value).toBe("news");
	expect(within(form).getByLabelText<HTMLSelectElement>("Source language").value).toBe("zh");
	const list = screen.getByRole("list", { name: "Pages" });
	expect(form.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("front page block is created with its type", async () => {
	serve({ "GET /admin/pages": rows([page()]), "POST /admin/pages": () => Response.json(page({ id: "p9" })) });
	open("/admin/pages?area=landing");
	const form = within(await screen.findByRole("form", { name: "New page", hidden: true }));
	const kinds = form.getByLabelText<HTMLSelectElement>("Block name");
	const known = landing.matchAll(/\(Kind::\w+, "(\w+)"\)/g);
	expect([...kinds.options].map(({ value }) => value)).toEqual([...known].map(([, name]) => name));
	fireEvent.change(kinds, { target: { value: "features" } });
	fireEvent.change(form.getByLabelText("Title"), { target: { value: "What it does" } });
	fireEvent.change(form.getByLabelText(/^Path/), { target: { value: "features" } });
	fireEvent.click(form.getByRole("button", { name: "Create page", hidden: true }));
	const made = { area: "landing", block: "features", locale: "en", path: "features", title: "What it does" };
	await waitFor(() => expect(sent.find(({ what }) => what === "POST /admin/pages")?.body).toEqual(made));
});

test("news entry has the date in the user's time zone", async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 22, 0, 30) });
	try {
		serve({ "GET /admin/pages": rows([page()]), "POST /admin/pages": () => Response.json(page({ id: "p9" })) });
		open("/admin/pages?area=news");
		const form = within(await screen.findByRole("form", { name: "New page", hidden: true }));
		fireEvent.change(form.getByLabelText("Title"), { target: { value: "Open" } });
		fireEvent.change(form.getByLabelText(/^Path/), { target: { value: "open" } });
		fireEvent.click(form.getByRole("button", { name: "Create page", hidden: true }));
		const made = { area: "news", date: "2026-11-22", locale: "en", path: "open", title: "Open" };
		await waitFor(() => expect(sent.find(({ what }) => what === "POST /admin/pages")?.body).toEqual(made));
	} finally {
		vi.useRealTimers();
	}
});

test("read-only user sees no editing controls", async () => {
	serve({
		"GET /me": () => Response.json({ ...user, role: "reviewer", permissions: ["pages-read"] }),
		"GET /admin/pages": rows([page()]),
	});
	open("/admin/pages");
	await screen.findByRole("link", { name: "Start" });
	expect(screen.queryByRole("checkbox")).toBeNull();
	expect(screen.queryByText("New page")).toBeNull();
});

test("`at` parameter opens its page, or filters by an unknown path", async () => {
	localStorage.setItem("website_plain_editor", "on");
	serve({
		"GET /admin/pages": rows([page({ id: "p9" }), page()]),
		"GET /admin/pages/p9": () => Response.json(writtenPage({ id: "p9" })),
	});
	open(`/admin/pages?at=${encodeURIComponent("/index/en/docs/guide/start")}`);
	expect(await screen.findByRole("textbox", { name: "English version" })).toBeTruthy();
	close();
	localStorage.clear();
	serve({ "GET /admin/pages": rows([page()]) });
	open(`/admin/pages?at=${encodeURIComponent("/index/en/docs/nowhere")}`);
	expect((await screen.findByLabelText<HTMLInputElement>("Title or path contains")).value).toBe("nowhere");
});
