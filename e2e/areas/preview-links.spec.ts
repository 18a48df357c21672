// The list of preview links. Visitors with such a link can read a draft without an account.
import {
	account,
	axeViolations,
	expect,
	horizontalOverflow,
	interpolate,
	logIn,
	open,
	test,
	tokenOf,
} from "../fixtures.ts";

// Expected console error of a revoked link.
test.use({ allowed: /status of 404/, reducedMotion: "reduce" });

test("preview link is listed and revoked", async ({ page, request, language }) => {
	const { admin, users, shared } = language.words;
	const editor = account(language, "linker", "editor");
	const headers = { authorization: await tokenOf(request, editor) };
	const title = `Linked draft ${language.segment}`;
	const draft = { area: "docs", locale: language.segment, path: `linked-${language.segment}`, title };
	const { id } = await (await request.post("/api/v1/admin/pages", { headers, data: draft })).json();
	const link = `/api/v1/admin/pages/${id}/${language.segment}/preview-link`;
	const { url } = await (await request.post(link, { headers })).json();

	await open(page, "/admin/account");
	await logIn(page, shared, editor);
	const links = page.getByRole("region", { name: users.previewLinksTitle });
	const row = links.getByRole("listitem").filter({ hasText: title });
	await expect(row).toContainText(editor.username);
	expect(await axeViolations(page)).toEqual([]);
	for (const width of [1280, 390]) {
		await page.setViewportSize({ width, height: 844 });
		expect(await horizontalOverflow(page)).toBe(0);
	}
	await row.getByRole("button", { name: interpolate(users.previewLinkRevokeName, { title }) }).click();
	await expect(links.getByText(interpolate(users.previewLinkRevoked, { title }))).toBeVisible();
	await expect(row).toHaveCount(0);

	const address = new URL(url);
	await page.goto(address.pathname + address.search + address.hash);
	await expect(page.getByText(admin.previewGone)).toBeVisible();
});
