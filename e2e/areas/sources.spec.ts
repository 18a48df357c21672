// Pages from a Git repository: displayed with their authors, changed on the site and in Git, and merged. Each language
// has its own repository, on a shared site that scripts/e2e.mjs creates.
import { join } from "node:path";
import { commit } from "../../scripts/repository.mjs";
import { account, axeViolations, expect, horizontalOverflow, interpolate, logIn, open, test } from "../fixtures.ts";

const folder = join(process.env.DATA ?? "", "sources");

test.use({ baseURL: process.env.SOURCES_URL });

test("changes on the site and in Git are merged manually", async ({ page, language }) => {
	const { segment, tag, words } = language;
	const { admin, shared } = words;
	const source = `git-${segment}`;
	const at = `/${segment}/docs/${source}/proxy`;
	const title = segment === "zh" ? "代理" : "Proxy";
	const text = (words: string) => `# ${title}\n\n${words}\n`;

	const ann = account(language, "ann", "owner", "sources");
	await expect.poll(async () => (await page.request.get(`/index${at}`)).status(), { intervals: [100] }).toBe(200);
	await open(page, at);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
	await expect(page.getByRole("main")).toContainText("Ann");

	await open(page, "/admin");
	await logIn(page, shared, ann);
	const listed = page.getByRole("region", { name: source, exact: true });
	await expect(listed).toContainText("main");
	await expect(listed.getByRole("status")).toHaveText(admin["outcome.updated"]);

	await open(page, `/admin/pages?area=docs&q=${source}%2Fproxy`);
	const row = page.getByRole("list", { name: words.pages.title, exact: true }).getByRole("listitem");
	await expect(row).toContainText(interpolate(words.pages.fromGit, { source }));
	await row.getByRole("link", { name: title, exact: true }).click();
	await expect(page.getByText(interpolate(words.pages.pageFromGit, { source }))).toBeVisible();
	await open(page, "/admin");

	// Changes the same line on the site first, then in Git.
	const token = await page.evaluate(() => localStorage.getItem("website_token"));
	const change = await page.request.put(`/api/v1/docs/${tag}/${source}/proxy`, {
		headers: { authorization: String(token), "if-match": "*" },
		data: { markdown: text("AAA") },
	});
	expect(change.status(), await change.text()).toBe(200);
	commit(join(folder, source), "Say it otherwise", { [`${segment}/proxy.md`]: text("BBB") });
	await listed.getByRole("button", { name: interpolate(admin.sourceUpdate, { name: source }) }).click();

	const conflict = page.getByRole("listitem").filter({ hasText: `${segment}/proxy.md` });
	await conflict.getByRole("button", { name: interpolate(admin.conflictShow, { title }) }).click();
	await expect(conflict.getByRole("region", { name: admin.conflictSite, exact: true })).toContainText("AAA");
	await expect(conflict.getByRole("region", { name: "Git", exact: true })).toContainText("BBB");
	await conflict.getByText(admin.conflictMerge).click();
	const merged = conflict.getByLabel(interpolate(admin.conflictMerged, { title }));
	await expect(merged).toHaveValue(/AAA[\s\S]*BBB/);

	await page.setViewportSize({ width: 360, height: 740 });
	expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
	expect(await axeViolations(page)).toEqual([]);

	await merged.fill(text("AAA BBB"));
	await conflict.getByRole("button", { name: admin.conflictSave }).click();
	await expect(conflict).toHaveCount(0);
	await open(page, at);
	await expect(page.getByRole("main")).toContainText("AAA BBB");
});
