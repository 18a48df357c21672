// Editing pages in the browser: each test has its own page and account.
import { execFileSync } from "node:child_process";
import { type APIRequestContext, chromium, type Locator, type Page } from "@playwright/test";
import {
	account,
	authenticate,
	authenticateOwner,
	axeViolations,
	expect,
	horizontalOverflow,
	interpolate,
	type Language,
	logIn,
	open,
	type Segment,
	test,
	tokenOf,
} from "../fixtures.ts";

// Expected console errors: an expired session, an edit conflict, a rejected publication, a lost network, and a missing
// chunk.
test.use({
	baseURL: process.env.WRITING_URL,
	allowed: /status of (401|404|412|422|503)|net::ERR_|sending request failed|navigation failed|loading [a-z ]+ failed/,
});

const api = "/api/v1/admin/pages";

test("page is created, edited, published, and shown to readers", async ({ page, request, language }) => {
	const { admin, pages } = language.words;
	await authenticateOwner(page, language, "beginning");
	await open(page, "/admin");
	await page.getByRole("navigation", { name: admin.parts }).getByRole("link", { name: admin.partPages }).click();
	await page.getByText(pages.new, { exact: true }).click();
	const form = page.getByRole("form", { name: pages.new });
	const path = `e2e/${language.segment}-beginning`;
	await form.getByLabel(pages.newTitle, { exact: true }).fill("牌楼 begins");
	await form.getByLabel(pages.newPath, { exact: true }).fill(path);
	await form.getByRole("button", { name: pages.newSubmit }).click();
	await expect(page).toHaveURL(/\/admin\/pages\/[^/?]+\?locale=/);

	const pane = paneOf(page, language, language.segment);
	await write(page, pane, "\n\n牌楼 stands here.");
	await saved(pane, language);
	const preview = page.getByRole("region", { name: nameOf(language, language.segment, pages.previewOf) });
	await expect(preview).toContainText("牌楼 stands here.");
	expect((await request.get(`/index/${language.segment}/docs/${path}`)).status()).toBe(404);

	await pane.getByRole("button", { name: pages.publish }).click();
	const dialog = page.getByRole("dialog");
	// The page was never published, so no change needs a verdict.
	await expect(dialog.getByText(pages.changedFirst)).toBeVisible();
	await expect(dialog.getByRole("radio")).toHaveCount(2);
	await dialog.getByRole("button", { name: pages.publishSubmit }).click();
	await expect(page.getByText(pages.published, { exact: true })).toBeVisible();
	await page.goto(`/index/${language.segment}/docs/${path}`);
	await expect(page.getByText("牌楼 stands here.")).toBeVisible();
});

test("page list is filtered; page is deleted and restored", async ({ page, request, language }) => {
	const { controls, pages } = language.words;
	const token = await authenticateOwner(page, language, "listing");
	const { title } = await make(request, language, token, "listing");
	await open(page, "/admin/pages");
	await page.getByLabel(pages.q).fill(`${language.segment}-listing`);
	await page.getByLabel(pages.state, { exact: true }).selectOption("draft");
	await page.getByRole("button", { name: pages.show, exact: true }).click();
	await expect(page).toHaveURL(new RegExp(`\\?q=${language.segment}-listing&state=draft$`));
	const rows = page.getByRole("list", { name: pages.title }).getByRole("listitem");
	await expect(rows).toHaveCount(1);

	const moveToTrash = async () => {
		const trash = { name: pages["bulk.trash"], exact: true };
		await page.getByLabel(interpolate(pages.choose, { title })).check();
		await page.getByRole("button", trash).click();
		await page.getByRole("group", trash).getByRole("button", trash).click();
		await expect(page.getByText(pages.emptySuch)).toBeVisible();
	};
	await moveToTrash();
	await page.getByRole("button", { name: pages.bulkUndo }).click();
	await expect(rows).toHaveCount(1);
	await moveToTrash();
	await open(page, `/admin/pages?q=${language.segment}-listing&state=trash`);
	await page.getByRole("button", { name: interpolate(pages.takeBackName, { title }) }).click();
	await expect(page.getByText(pages.emptyTrash)).toBeVisible();
	await open(page, `/admin/pages?q=${language.segment}-listing`);
	await expect(rows).toHaveCount(1);
	await moveToTrash();
	await open(page, `/admin/pages?q=${language.segment}-listing&state=trash`);
	await page.getByRole("button", { name: interpolate(pages.forEverName, { title }) }).click();
	const sure = page.getByRole("group", { name: interpolate(pages.forEverName, { title }) });
	await expect(sure.getByRole("button", { name: controls.cancel })).toBeVisible();
	await sure.getByRole("button", { name: pages.forEver, exact: true }).click();
	await expect(page.getByText(pages.emptyTrash)).toBeVisible();
});

test("segment link scrolls both languages to the segment", async ({ page, request, language }) => {
	const { pages } = language.words;
	const token = await authenticateOwner(page, language, "following");
	const { id } = await make(request, language, token, "following", "# A\n\nfirst\n\nsecond\n");
	await begin(request, token, id, language.other);
	const written = await (await request.get(`${api}/${id}`, { headers: { authorization: token } })).json();
	const segments: { id: string; line: number }[] = written[language.other].segments;
	const goal = segments.at(-1);
	await open(page, `/admin/pages/${id}?segment=${goal?.id}`);
	const other = paneOf(page, language, language.other);
	await expect(textOf(other)).toBeFocused();
	await expect(other.getByText(interpolate(pages.line, { line: goal?.line ?? 0 }))).toBeVisible();
	await expect(paneOf(page, language, language.segment).locator(".segment-here")).not.toHaveCount(0);
});

test("login dialog of the editor keeps unsent text", async ({ page, request, language }) => {
	const { pages, shared } = language.words;
	const editor = account(language, "expiring", "owner", "writing");
	const [own, token] = [await authenticate(page, editor), await tokenOf(request, editor)];
	const { id } = await make(request, language, token, "expiring");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	await expect(textOf(pane)).toBeVisible();
	// Waits until the requests of the initial load are completed.
	await expect(pane.getByText(pages.issuesNone)).toBeVisible();
	await textOf(pane).click();
	await request.post("/api/v1/logout", { headers: { authorization: own }, data: {} });
	await page.keyboard.type("Typed after the end. ");
	await logIn(page.getByRole("dialog"), shared, editor);
	await saved(pane, language);
	await expect(textOf(pane)).toContainText("Typed after the end");
	await expect(page.getByText(pages["saving.loggedOut"])).toHaveCount(0);
	expect(await textIn(request, token, id, language.segment)).toContain("Typed after the end");
});

test("unsent text of one user is not sent under another account", async ({ page, request, language }) => {
	const { admin, pages, shared } = language.words;
	const editor = account(language, "leaving", "owner", "writing");
	const [own, token] = [await authenticate(page, editor), await tokenOf(request, editor)];
	const { id } = await make(request, language, token, "leaving");
	const next = account(language, "arriving", "editor", "writing");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	await expect(pane.getByText(pages.issuesNone)).toBeVisible();
	await textOf(pane).click();
	await request.post("/api/v1/logout", { headers: { authorization: own }, data: {} });
	await page.keyboard.type("Typed by who left. ");
	await logIn(page.getByRole("dialog"), shared, next);
	const button = page.getByRole("button", { name: interpolate(pages.keptDropName, { name: editor.username }) });
	await expect(page.getByRole("status").filter({ has: button })).toBeVisible();
	await expect(textOf(pane)).not.toContainText("Typed by who left");
	expect(await textIn(request, token, id, language.segment)).not.toContain("Typed by who left");

	await open(page, "/admin");
	const logOut = page.getByRole("button", { name: admin.logout });
	await logOut.click();
	await logIn(page, shared, editor);
	await expect(logOut).toBeVisible();
	await open(page, `/admin/pages/${id}`);
	await expect(pane.getByRole("region", { name: pages.recoverLines })).toContainText("Typed by who left");
	await pane.getByRole("button", { name: pages.recoverTake }).click();
	await saved(pane, language);
	expect(await textIn(request, token, id, language.segment)).toContain("Typed by who left");
});

test("unsent text of a crashed tab is shown and restored", async ({ page, context, request, language }) => {
	const { pages } = language.words;
	const token = await authenticateOwner(page, language, "killing");
	const { id } = await make(request, language, token, "killing");
	await open(page, `/admin/pages/${id}`);
	await page.route("**/draft", (route) => route.abort());
	const killed = paneOf(page, language, language.segment);
	await write(page, killed, "\n\nnever sent");
	await expect(killed.getByText(pages["saving.waiting"])).toBeVisible();
	await expect(killed.getByText(pages.keptHere)).toBeVisible();
	const client = await context.newCDPSession(page);
	const crashed = page.waitForEvent("crash");
	// The page crashes, so the command gets no response.
	client.send("Page.crash").catch(() => undefined);
	await crashed;
	expect(await textIn(request, token, id, language.segment)).not.toContain("never sent");

	const next = await context.newPage();
	await open(next, `/admin/pages/${id}`);
	const pane = paneOf(next, language, language.segment);
	await expect(pane.getByRole("region", { name: pages.recoverLines })).toContainText("never sent");
	await pane.getByRole("button", { name: pages.recoverTake }).click();
	await saved(pane, language);
	expect(await textIn(request, token, id, language.segment)).toContain("never sent");
});

/** Returns the process id of the browser with this profile. Skips its child processes, which have a `--type` option. */
function browserOf(folder: string): number {
	const running = execFileSync("ps", ["-axwwo", "pid=,args="], { encoding: "utf8" }).split("\n");
	const browser = running.find((line) => line.includes(`--user-data-dir=${folder}`) && !line.includes("--type="));
	if (!browser) throw new Error(`no browser runs with ${folder}`);
	return Number.parseInt(browser, 10);
}

test("unsent text is restored after the browser was killed", async ({
	request,
	language,
	launchOptions,
	baseURL,
	locale,
	extraHTTPHeaders,
}, testInfo) => {
	const { pages, shared } = language.words;
	const editor = account(language, "killing-all", "owner", "writing");
	const { id } = await make(request, language, await tokenOf(request, editor), "killing-all");
	const folder = testInfo.outputPath("browser");
	const start = async () => {
		const options = { ...launchOptions, baseURL, locale, extraHTTPHeaders, serviceWorkers: "block" } as const;
		const context = await chromium.launchPersistentContext(folder, options);
		const page = await context.newPage();
		// Logs in again. Whether the session survives the restart of the browser is not tested here.
		await context.clearCookies();
		await open(page, "/admin");
		await page.evaluate(() => localStorage.removeItem("website_token"));
		await open(page, "/admin");
		await logIn(page, shared, editor);
		await expect(page.getByRole("button", { name: language.words.admin.logout })).toBeVisible();
		await open(page, `/admin/pages/${id}`);
		return { context, page, pane: paneOf(page, language, language.segment) };
	};

	const first = await start();
	await first.page.route("**/draft", (route) => route.abort());
	await write(first.page, first.pane, "\n\nnever sent");
	await expect(first.pane.getByText(pages["saving.waiting"])).toBeVisible();
	await expect(first.pane.getByText(pages.keptHere)).toBeVisible();
	const closed = first.context.waitForEvent("close");
	process.kill(browserOf(folder), "SIGKILL");
	await closed;

	const { context, pane } = await start();
	await expect(pane.getByRole("region", { name: pages.recoverLines })).toContainText("never sent");
	await pane.getByRole("button", { name: pages.recoverTake }).click();
	await saved(pane, language);
	await context.close();
});

test("changes in two tabs of the same page are merged", async ({ page, context, request, language }) => {
	const { pages } = language.words;
	const token = await authenticateOwner(page, language, "meeting");
	const { id } = await make(request, language, token, "meeting", "# A\n\nfirst\n\nsecond\n");
	await open(page, `/admin/pages/${id}`);
	const second = await context.newPage();
	await open(second, `/admin/pages/${id}`);
	const [firstPane, secondPane] = [page, second].map((tab) => paneOf(tab, language, language.segment));
	if (!firstPane || !secondPane) throw new Error("no tabs");
	await expect(textOf(secondPane)).toBeVisible();
	await write(page, firstPane, " at the end");
	await saved(firstPane, language);

	// Changes in different paragraphs are merged.
	await textOf(secondPane).click();
	await second.keyboard.press("ControlOrMeta+Home");
	await second.keyboard.type("Before all. ");
	await expect(textOf(secondPane)).toContainText("at the end");
	await saved(secondPane, language);
	const both = await textIn(request, token, id, language.segment);
	expect(both).toContain("Before all. ");
	expect(both).toContain("at the end");

	// Changes in the same line cause a conflict: both lines are displayed, and the user resolves the conflict.
	await textOf(firstPane).click();
	await page.keyboard.press("ControlOrMeta+Home");
	await page.keyboard.type("Mine. ");
	await expect(firstPane.getByRole("region", { name: pages.conflictLines })).toContainText("Before all. ");
	await firstPane.getByRole("button", { name: pages.conflictOurs }).click();
	await saved(firstPane, language);
	expect(await textIn(request, token, id, language.segment)).toMatch(/^Mine\. /);
});

test("toolbar of the editor does not move while the text is saved", async ({ page, request, language }) => {
	const token = await authenticateOwner(page, language, "steady");
	const { id } = await make(request, language, token, "steady");
	await page.setViewportSize({ width: 1440, height: 900 });
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	await saved(pane, language);
	const tops = await pane.getByRole("toolbar").evaluateHandle((toolbar) => {
		const tops = new Set<number>();
		const record = () => {
			tops.add(toolbar.getBoundingClientRect().top + scrollY);
			requestAnimationFrame(record);
		};
		record();
		return tops;
	});
	await write(page, pane, "More.");
	await expect(pane.getByText(language.words.pages["saving.typed"], { exact: true })).toBeVisible();
	await saved(pane, language);
	expect(await tops.evaluate((tops) => tops.size)).toBe(1);
	// On a phone, the toolbar has one row.
	await page.setViewportSize({ width: 390, height: 844 });
	await expect.poll(async () => (await pane.getByRole("toolbar").boundingBox())?.height).toBeLessThanOrEqual(44);
});

test("find panel has labels of 13 px and a close button of 24 px", async ({ page, request, language }) => {
	const token = await authenticateOwner(page, language, "finding");
	const { id } = await make(request, language, token, "finding");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	await textOf(pane).click();
	await page.keyboard.press("ControlOrMeta+f");
	const panel = pane.locator(".cm-search");
	await expect(panel).toBeVisible();
	const { bottom, labels } = await panel.evaluate((panel) => ({
		bottom: panel.getBoundingClientRect().bottom,
		labels: [...panel.querySelectorAll("label")].map((label) => ({
			bottom: label.getBoundingClientRect().bottom,
			size: Number.parseFloat(getComputedStyle(label).fontSize),
		})),
	}));
	expect(labels.length).toBeGreaterThan(0);
	for (const label of labels) {
		expect(label.bottom).toBeLessThanOrEqual(bottom);
		expect(label.size).toBeGreaterThanOrEqual(13);
	}
	const close = await panel.locator("[name=close]").boundingBox();
	expect(Math.min(close?.width ?? 0, close?.height ?? 0)).toBeGreaterThanOrEqual(24);
});

test("text in IME composition is neither sent nor changed", async ({ page, request, language }) => {
	const token = await authenticateOwner(page, language, "composing");
	const { id } = await make(request, language, token, "composing");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	const sent: string[] = [];
	page.on("request", (one) => one.method() === "PUT" && sent.push(one.postData() ?? ""));
	await textOf(pane).click();
	await page.keyboard.press("ControlOrMeta+End");
	const client = await page.context().newCDPSession(page);
	for (const text of ["p", "pai", "pai'lou"])
		await client.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
	await client.send("Input.insertText", { text: "牌楼" });
	await saved(pane, language);
	expect(await textIn(request, token, id, language.segment)).toMatch(/牌楼\s*$/);
	expect(sent.filter((body) => body.includes("pai"))).toEqual([]);
});

test("replacing a selection by typing causes no CSP violation", async ({ page, request, language }) => {
	const token = await authenticateOwner(page, language, "typed-over");
	const { id } = await make(request, language, token, "typed-over");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	await write(page, pane, "\n\n## A **bold** title\n\nWith `code` in it.\n");
	await page.evaluate(() => {
		const count = () => {
			document.documentElement.dataset.violations = String(
				1 + Number(document.documentElement.dataset.violations ?? 0),
			);
		};
		document.addEventListener("securitypolicyviolation", count, true);
	});
	await page.keyboard.press("Shift+ArrowUp");
	await page.keyboard.press("Shift+ArrowUp");
	await page.keyboard.press("Shift+ArrowUp");
	await page.keyboard.insertText("Typed over.");
	await saved(pane, language);
	expect(await textIn(request, token, id, language.segment)).toContain("\n\nTyped over.");

	// Typing with an input method also replaces the selection.
	await write(page, pane, "\n\n## A **bold** title\n\nWith `code` in it.\n");
	for (const _ of "123") await page.keyboard.press("Shift+ArrowUp");
	const client = await page.context().newCDPSession(page);
	for (const text of ["p", "pai", "pai'lou"])
		await client.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
	await client.send("Input.insertText", { text: "牌楼" });
	await saved(pane, language);
	const text = await textIn(request, token, id, language.segment);
	expect(text).toMatch(/Typed over\.\n\n牌楼\s*$/);
	expect(await page.evaluate(() => document.documentElement.dataset.violations)).toBeUndefined();
});

test("tables and formatted text are pasted as Markdown", async ({ page, request, language }) => {
	const { pages } = language.words;
	const token = await authenticateOwner(page, language, "pasting");
	const { id } = await make(request, language, token, "pasting");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	const table = "<table><tr><td>Region</td><td>Sales</td></tr><tr><td>North</td><td>12</td></tr></table>";
	await write(page, pane, "\n\nBefore ");
	// The content security policy forbids inline styles and event handlers, and `fixtures.ts` rejects violations.
	const bold = '<style>b{color:red}</style><span style="font-weight:bold" onclick="copy()">bold</span>';
	await paste(textOf(pane), "bold", bold);
	await paste(textOf(pane), "Region\tSales\nNorth\t12", table);
	await saved(pane, language);
	expect(await textIn(request, token, id, language.segment)).toContain(
		"Before **bold**\n\n| Region | Sales |\n|---|---|\n| North | 12 |\n",
	);
	await page.keyboard.press("ControlOrMeta+Z");
	await saved(pane, language);
	expect(await textIn(request, token, id, language.segment)).not.toContain("Region");

	await page.getByRole("button", { name: pages.plain }).click();
	const plain = pane.locator("textarea");
	await plain.focus();
	await page.keyboard.press("ControlOrMeta+End");
	await paste(plain, "one", "<ul><li>one</li></ul>");
	await expect(plain).toHaveValue(/\n\n- one\n$/);
});

test("long inline formula does not widen a page on a phone", async ({ page, request, language }) => {
	const token = await authenticateOwner(page, language, "formula");
	const long = `$${"abcdefgh"
		.split("")
		.map((letter) => `\\sqrt{${letter}^2+1}`)
		.join("+")}$`;
	const text = `# A\n\nWords ${long} and words.\n\n- An item ${long}\n\n> [!NOTE]\n> A note ${long}\n`;
	const { id, title } = await make(request, language, token, "formula", text);
	await publishNow(request, token, id, language.segment, {});
	await page.setViewportSize({ width: 375, height: 800 });
	await page.goto(`/index/${language.segment}/docs/e2e/${title}`);
	const formulas = page.getByRole("main").locator("math");
	await expect(formulas).toHaveCount(3);
	const widths = await formulas.evaluateAll((all) => all.map((math) => [math.scrollWidth > math.clientWidth]));
	expect(widths).toEqual([[true], [true], [true]]);
	expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
});

test("blocks are inserted by slash menu and in the textarea editor", async ({ page, request, language }) => {
	const { pages } = language.words;
	const token = await authenticateOwner(page, language, "blocks");
	const { id } = await make(request, language, token, "blocks");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	await write(page, pane, "\n\n/table");
	await pane.getByRole("option", { name: pages["block.table"] }).click();
	await saved(pane, language);
	expect(await textIn(request, token, id, language.segment)).toContain("|---|---|");
	const name = pages["block.quote"];
	await write(page, pane, `\n\n/${name.slice(0, 1)}`);
	await page.keyboard.insertText(name.slice(1, 2));
	await expect(pane.getByRole("option", { name })).toBeVisible();
	await page.keyboard.press("Escape");
	for (const _ of "/12") await page.keyboard.press("Backspace");

	await page.getByRole("button", { name: pages.plain }).click();
	await expect(pane.locator("textarea")).toHaveValue(/\|---\|---\|/);
	await pane.locator("textarea").focus();
	await page.keyboard.press("ControlOrMeta+End");
	await pane.getByText(pages["tool.insert"], { exact: true }).click();
	await pane.getByRole("button", { name: pages["block.tip"], exact: true }).click();
	await saved(pane, language);
	expect(await textIn(request, token, id, language.segment)).toContain("::: tip\n");
});

test("link dialog finds a page and inserts a relative link", async ({ page, request, language }) => {
	const { pages } = language.words;
	const token = await authenticateOwner(page, language, "linking");
	const { id } = await make(request, language, token, "linking");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	await write(page, pane, "\n\n");
	await page.keyboard.press("ControlOrMeta+K");
	const dialog = page.getByRole("dialog", { name: pages.link });
	await expect(dialog.getByLabel(pages.linkFind)).toBeFocused();
	await page.keyboard.type("guide/start");
	await page.keyboard.press("Enter");
	await dialog.getByRole("list", { name: pages.linkFound }).getByRole("button").first().click();
	await expect(textOf(pane)).toBeFocused();
	await page.keyboard.type(" goes on");
	await expect(textOf(pane)).toContainText("](../guide/start.md) goes on");
	await saved(pane, language);
	await expect(pane.getByText(pages.issuesNone)).toBeVisible();
});

test("parent page is chosen by keyboard and changes the sidebar", async ({ page, request, language }) => {
	const { pages } = language.words;
	const token = await authenticateOwner(page, language, "nested");
	const own = language.segment;
	const [above, below] = [`Above ${own}`, `Below ${own}`];
	const parent = await make(request, language, token, "nested-above", `# ${above}\n`);
	const { id } = await make(request, language, token, "nested-below", `# ${below}\n`);
	for (const made of [parent.id, id]) await publishNow(request, token, made, own, {});
	await open(page, `/admin/pages/${id}`);
	await page.getByRole("button", { name: pages.parent }).press("Enter");
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByLabel(pages.parentFind)).toBeFocused();
	await page.keyboard.type(above);
	await page.keyboard.press("Enter");
	await dialog.getByRole("button", { name: above }).press("Enter");
	await expect(page.getByText(interpolate(pages.parentSaved, { title: above }))).toBeVisible();
	await expect(dialog).toHaveCount(0);
	await page.goto(`/index/${own}/docs/e2e/${own}-nested-below`);
	const sidebar = page.getByRole("navigation", { name: language.words.docs.tree });
	const item = sidebar.getByRole("listitem").filter({ has: page.getByRole("link", { name: above, exact: true }) });
	await expect(item.last().getByRole("link", { name: below, exact: true })).toBeVisible();
});

test("editor is a textarea if its JavaScript chunk fails to load", async ({ page, request, language }) => {
	const token = await authenticateOwner(page, language, "falling-back");
	const { id } = await make(request, language, token, "falling-back");
	await page.route("**/assets/codeMirrorEditor-*.js", (route) => route.abort());
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	await expect(pane.locator("textarea")).toBeVisible();
	await write(page, pane, "\n\nplainly");
	await saved(pane, language);
	expect(await textIn(request, token, id, language.segment)).toContain("plainly");
});

test("revision is restored, and a draft is shared by link", async ({ page, context, request, language }) => {
	const { admin, pages } = language.words;
	const token = await authenticateOwner(page, language, "restoring");
	const { id } = await make(request, language, token, "restoring", "# A\n\nold words\n");
	await open(page, `/admin/pages/${id}`);
	const pane = paneOf(page, language, language.segment);
	const publish = async () => {
		await pane.getByRole("button", { name: pages.publish }).click();
		await page.getByRole("dialog").getByRole("button", { name: pages.publishSubmit }).click();
		await expect(page.getByText(pages.published, { exact: true })).toBeVisible();
	};
	await publish();
	await write(page, pane, "\n\nnew words");
	await saved(pane, language);
	await publish();

	await pane.getByRole("button", { name: pages.history, exact: true }).click();
	const history = page.getByRole("dialog");
	// Revision 1 is the text with which the page was created.
	const back = page.getByRole("button", { name: interpolate(pages.restoreName, { number: 2 }), exact: true });
	const old = history.getByRole("listitem").filter({ has: back });
	await old.getByRole("button", { name: pages.compare }).click();
	await expect(old.getByRole("region", { name: pages.compareLines })).toContainText("new words");
	await back.click();
	await history.getByRole("button", { name: pages.restore, exact: true }).click();
	await expect(textOf(pane)).not.toContainText("new words");

	await pane.getByText(pages.more, { exact: true }).click();
	await pane.getByRole("button", { name: pages["do.share"] }).click();
	const link = new URL(await page.getByRole("textbox", { name: pages.shareLabel }).inputValue());
	const visitor = await context.browser()?.newContext({ locale: language.tag });
	const reader = await visitor?.newPage();
	if (!visitor || !reader) throw new Error("no browser");
	await reader.goto(page.url().replace(/\/index\/.*$/, "") + link.pathname + link.hash);
	await expect(reader.getByRole("main")).toContainText("old words");
	await expect(reader.getByRole("main")).not.toContainText("new words");
	await reader.goto(page.url().replace(/\/index\/.*$/, `${link.pathname}#nonsense`));
	await reader.reload();
	await expect(reader.getByText(admin.previewGone)).toBeVisible();
	await visitor.close();
});

test("edit link of a paragraph opens its segment", async ({ page, language }) => {
	const { edit } = language.words;
	await authenticateOwner(page, language, "reading");
	await open(page, `/${language.segment}/docs/guide/start`);
	await expect(page.getByRole("link", { name: edit.page })).toBeVisible();
	const paragraph = page.getByRole("link", { name: new RegExp(`^${interpolate(edit.paragraph, { start: "" })}`) });
	await paragraph.nth(1).focus();
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/admin\/pages\?at=.*&segment=/);
	await expect(textOf(paneOf(page, language, language.segment))).toBeFocused();
});

test("edit links of blocks, news, and tables open the editor", async ({ page, language }) => {
	const { edit } = language.words;
	const { segment } = language;
	await authenticateOwner(page, language, "reading-all");
	const opened = async () => {
		await expect(page).toHaveURL(/\/admin\/pages\?at=/);
		await expect(textOf(paneOf(page, language, segment))).toBeVisible();
	};
	const blocks = page.getByRole("link", { name: new RegExp(`^${interpolate(edit.paragraph, { start: "" })}`) });

	await open(page, `/${segment}`);
	await expect(blocks.first()).toBeAttached();
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBe(0);
	await blocks.first().focus();
	await page.keyboard.press("Enter");
	await opened();
	const look = page.getByRole("link", { name: language.words.pages.lookOnFront });
	// On a phone, the toolbar has one row.
	await page.setViewportSize({ width: 360, height: 740 });
	await expect.poll(async () => (await look.boundingBox())?.height).toBeLessThanOrEqual(44);
	expect(await horizontalOverflow(page)).toBe(0);
	await look.click();
	await expect(page).toHaveURL(/\/admin\/landing#/);
	await expect(page.getByRole("note")).toContainText(language.words.landing.writtenNote);
	await expect(blocks.first()).toBeAttached();
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBe(0);

	await open(page, `/${segment}/news`);
	await page.getByRole("main").getByRole("heading", { level: 2 }).first().getByRole("link").click();
	await page.getByRole("link", { name: edit.page }).click();
	await opened();

	await open(page, `/${segment}/docs/write/markdown`);
	for (const kind of ["ul", "table"]) {
		const link = page.locator(`article ${kind} + div > a, article div:has(> ${kind}) + div > a`).first();
		await link.focus();
		await expect(link).toHaveCSS("opacity", "1");
	}
	expect(await axeViolations(page)).toEqual([]);
	await page.keyboard.press("Enter");
	await opened();
});

test("change gets a verdict and is published; section is acknowledged", async ({ page, request, language }) => {
	test.setTimeout(120_000);
	const { pages } = language.words;
	const { segment, other } = language;
	const token = await authenticateOwner(page, language, "deciding");
	const text = "# A\n\nThe gate is closed.\n\n## B\n\nTake the key.\n\nWait for the bell.\n";
	const { id } = await make(request, language, token, "deciding", text);
	await begin(request, token, id, other);
	await draft(request, token, id, other, "# 甲\n\n门关着。\n\n## 乙\n\n拿着钥匙。\n\n等待铃声。\n");
	await publishNow(request, token, id, segment, { other: await revisionOf(request, token, id, other) });

	await open(page, `/admin/pages/${id}`);
	await page.getByRole("button", { name: pages.gate, exact: true }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel(pages.gateLabel).selectOption("together");
	expect(await axeViolations(page)).toEqual([]);
	await dialog.getByRole("button", { name: pages.originalSubmit }).click();
	await expect(page.getByText(pages.gateSaved, { exact: true })).toBeVisible();

	const changed = text.replace("the key", "both keys").replace("the bell", "two bells");
	await draft(request, token, id, segment, changed);
	await open(page, `/admin/pages/${id}`);
	await paneOf(page, language, segment).getByRole("button", { name: pages.publish }).click();
	await expect(dialog.getByText(pages.publishTogether)).toBeVisible();
	await expect(
		dialog.getByText(nameOf(language, other, interpolate(pages.publishAffects, { count: 2 }))),
	).toBeVisible();
	for (const [width, colorScheme] of [
		[1280, "light"],
		[390, "dark"],
	] as const) {
		await page.setViewportSize({ width, height: 800 });
		await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
		expect.soft(await axeViolations(page), `${width}`).toEqual([]);
		expect.soft(await horizontalOverflow(page), `${width}`).toBeLessThanOrEqual(0);
	}
	await page.setViewportSize({ width: 1280, height: 800 });
	await dialog.getByRole("button", { name: pages.publishSubmit }).click();
	await expect(dialog.getByText(pages.gateGaps)).toBeVisible();
	await expect(dialog.getByText("拿着钥匙。").last()).toBeVisible();
	// Sets the verdict of all changes and publishes, with the keyboard only.
	await dialog.getByRole("button", { name: pages["verdict.wording"] }).focus();
	await page.keyboard.press("Enter");
	await expect(dialog.getByText(nameOf(language, other, pages.publishAffectsNone))).toBeVisible();
	await dialog.getByRole("button", { name: pages.publishSubmit }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByText(pages.published, { exact: true })).toBeVisible();

	const headers = { authorization: token, "if-match": "*" };
	const gate = await request.put(`${api}/${id}/publish-gate`, { headers, data: { gate: null } });
	expect(gate.status(), await gate.text()).toBe(200);
	await draft(request, token, id, segment, changed.replace("both", "three").replace("two", "four"));
	await publishNow(request, token, id, segment, {});
	const written = await (await request.get(`${api}/${id}`, { headers: { authorization: token } })).json();
	const segments: { id: string; may_acknowledge: boolean }[] = written[other].segments;
	const outdated = segments.filter(({ may_acknowledge }) => may_acknowledge);
	expect(outdated).toHaveLength(2);
	await open(page, `/admin/pages/${id}?segment=${outdated[0]?.id}`);
	const pane = paneOf(page, language, other);
	await pane.getByRole("button", { name: interpolate(pages.acknowledgeSection, { count: 2 }) }).click();
	await expect(page.getByText(pages.acknowledged, { exact: true })).toBeVisible();
	const list = await request.get("/api/v1/public/localization/acknowledgements?size=200");
	const rows: { url: string }[] = await list.json();
	expect(rows.filter((row) => row.url.includes(`${segment}-deciding`))).toHaveLength(2);
	await pane.getByRole("button", { name: pages.acknowledgeUndo, exact: true }).click();
	const undone = "acknowledgeUndone.one" in pages ? pages["acknowledgeUndone.one"] : pages.acknowledgeUndone;
	await expect(page.getByText(interpolate(undone, { count: 1 }), { exact: true })).toBeVisible();
	await expect(pane.getByRole("button", { name: pages.acknowledge, exact: true })).toBeVisible();
});

test("page list and editor have no axe violations or overflow", async ({ page, request, language }) => {
	test.setTimeout(120_000);
	const { pages } = language.words;
	const token = await authenticateOwner(page, language, "looking-at-pages");
	const { id } = await make(request, language, token, "looking-at-pages", "# A\n\n用Rust写\n\n[x](./nowhere.md)\n");
	await begin(request, token, id, language.other);
	for (const path of ["/admin/pages", `/admin/pages/${id}`]) {
		await open(page, path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		if (path !== "/admin/pages") await expect(textOf(paneOf(page, language, language.segment))).toBeVisible();
		for (const colorScheme of ["light", "dark"] as const) {
			for (const width of [360, 1440]) {
				await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
				await page.setViewportSize({ width, height: 800 });
				expect.soft(await axeViolations(page), `${path} ${colorScheme} ${width}`).toEqual([]);
				expect.soft(await horizontalOverflow(page), `${path} ${width}`).toBeLessThanOrEqual(0);
			}
		}
	}
	await page.setViewportSize({ width: 360, height: 740 });
	const own = paneOf(page, language, language.segment);
	const other = paneOf(page, language, language.other);
	await expect(other).toBeHidden();
	await page
		.getByRole("button", { name: language.other === "zh" ? "中文" : "English", exact: true })
		.last()
		.click();
	await expect(other).toBeVisible();
	await expect(own).toBeHidden();
	await page.getByRole("button", { name: pages.previewTab, exact: true }).click();
	await expect(other).toBeHidden();
	await expect(page.getByRole("region", { name: nameOf(language, language.other, pages.previewOf) })).toBeVisible();
});

/** Creates a draft of a page in this language with the API. */
async function make(
	request: APIRequestContext,
	{ segment }: Language,
	token: string,
	name: string,
	text = "# A\n\nfirst\n",
): Promise<{ id: string; title: string }> {
	const headers = { authorization: token };
	const title = `${segment}-${name}`;
	const data = { area: "docs", locale: segment, path: `e2e/${title}`, title };
	const answer = await request.post(api, { headers, data });
	expect(answer.status(), await answer.text()).toBe(201);
	const made = await answer.json();
	const seen = { ...headers, "if-match": `"${made[segment].revision}"` };
	const put = await request.put(`${api}/${made.id}/${segment}/draft`, { headers: seen, data: { text } });
	expect(put.status(), await put.text()).toBe(200);
	return { id: made.id, title };
}

/** Creates the text of a page in the language `segment`, as a copy of the text in the other language. */
async function begin(request: APIRequestContext, token: string, id: string, segment: Segment): Promise<void> {
	const answer = await request.post(`${api}/${id}/${segment}/text`, { headers: { authorization: token }, data: {} });
	expect(answer.status(), await answer.text()).toBe(201);
}

async function revisionOf(request: APIRequestContext, token: string, id: string, segment: Segment): Promise<string> {
	const answer = await request.get(`${api}/${id}`, { headers: { authorization: token } });
	return (await answer.json())[segment].revision;
}

async function draft(
	request: APIRequestContext,
	token: string,
	id: string,
	segment: Segment,
	text: string,
): Promise<void> {
	const headers = { authorization: token, "if-match": `"${await revisionOf(request, token, id, segment)}"` };
	const put = await request.put(`${api}/${id}/${segment}/draft`, { headers, data: { text } });
	expect(put.status(), await put.text()).toBe(200);
}

async function publishNow(
	request: APIRequestContext,
	token: string,
	id: string,
	segment: Segment,
	data: { other?: string },
): Promise<void> {
	const headers = { authorization: token, "if-match": `"${await revisionOf(request, token, id, segment)}"` };
	const done = await request.post(`${api}/${id}/${segment}/publish`, { headers, data });
	expect(done.status(), await done.text()).toBe(200);
}

async function textIn(request: APIRequestContext, token: string, id: string, segment: Segment): Promise<string> {
	const answer = await request.get(`${api}/${id}`, { headers: { authorization: token } });
	return (await answer.json())[segment].text;
}

/** Inserts the name of the language `segment` into the message `sentence`. The name is in the language of the test. */
function nameOf(language: Language, segment: Segment, sentence: string): string {
	const names = language.segment === "zh" ? { zh: "中文", en: "英文" } : { zh: "Chinese", en: "English" };
	return interpolate(sentence, { language: names[segment] });
}

function paneOf(page: Page, language: Language, segment: Segment): Locator {
	return page.getByRole("region", { name: nameOf(language, segment, language.words.pages.textOf), exact: true });
}

function textOf(pane: Locator): Locator {
	return pane.getByRole("textbox");
}

async function write(page: Page, pane: Locator, words: string): Promise<void> {
	await textOf(pane).click();
	await page.keyboard.press("ControlOrMeta+End");
	for (const [at, line] of words.split("\n").entries()) {
		if (at > 0) await page.keyboard.press("Enter");
		await page.keyboard.type(line);
	}
}

async function saved(pane: Locator, { words: { pages } }: Language): Promise<void> {
	await expect(pane.getByText(pages["saving.saved"], { exact: true })).toBeVisible();
}

/** Pastes the plain text `words` together with its HTML version `html`. */
async function paste(target: Locator, words: string, html: string): Promise<void> {
	await target.evaluate(
		(element, [words, html]) => {
			const data = new DataTransfer();
			data.setData("text/plain", words);
			data.setData("text/html", html);
			element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
		},
		[words, html] as const,
	);
}
