// Redirects: an editor adds a redirect from a pasted URL, a reader follows it, and the editor deletes it.
import { account, axeViolations, expect, horizontalOverflow, interpolate, logIn, open, test } from "../fixtures.ts";

// Expected console errors: the rejected URL, and the URL without a redirect after the deletion.
test.use({ allowed: /status of (404|422)/, reducedMotion: "reduce" });

test("added redirect is followed, deleted redirect is not", async ({ page, request, language }) => {
	const { admin, redirects, shared } = language.words;
	const editor = account(language, "redirects", "editor");
	const docs = `/index/${language.segment}/docs`;
	// The tests of both languages need different URLs, because a redirect applies to readers of both languages.
	const oldSlug = `e2e-begin-${language.segment}`;
	await open(page, "/admin");
	await logIn(page, shared, editor);
	const ways = page.getByRole("navigation", { name: admin.parts });
	await ways.getByRole("link", { name: admin.partRedirects }).click();
	const form = page.getByRole("form", { name: redirects.add });
	const old = form.getByLabel(redirects.addOld);
	const submit = form.getByRole("button", { name: redirects.addSubmit });
	await form.getByLabel(redirects.addTo).fill(`${docs}/guide/start`);
	await old.fill("guide/start");
	await submit.click();
	await expect(page.getByText(redirects["old.page-there"])).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);
	await old.fill(`https://old.example.org/${language.segment}/${oldSlug}.html`);
	await submit.click();
	const leads = { url: `${docs}/${oldSlug}`, page: `${docs}/guide/start` };
	await expect(page.getByText(interpolate(redirects.addedAs, leads))).toBeVisible();
	expect(await horizontalOverflow(page)).toBe(0);

	const answer = await request.get(`${docs}/${oldSlug}`, { maxRedirects: 0 });
	expect([answer.status(), answer.headers().location]).toEqual([301, `${docs}/guide/start`]);

	await page.getByLabel(redirects.find).fill(oldSlug);
	await page.getByRole("button", { name: redirects.findSubmit, exact: true }).click();
	const name = interpolate(redirects.removeName, { url: `${docs}/${oldSlug}` });
	await page.getByRole("button", { name }).click();
	await page.getByRole("group", { name }).getByRole("button", { name: redirects.remove }).click();
	await expect(page.getByText(interpolate(redirects.removed, { url: `${docs}/${oldSlug}` }))).toBeVisible();
	expect((await request.get(`${docs}/${oldSlug}`)).status()).toBe(404);
});
