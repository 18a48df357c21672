// Feedback of readers on a page: a vote, then a comment; a form without JavaScript; the list for administrators.
import { axeViolations, expect, logIn, open, owner, test } from "../fixtures.ts";

test("page feedback with a comment is shown to administrators", async ({ page, language }) => {
	const { segment, words } = language;
	const sentence = `A paragraph is missing. 少了一段。${segment}`;
	await open(page, `/${segment}/docs/guide/keyboard`);
	await page.getByRole("button", { name: words.docs.feedbackNo, exact: true }).click();
	await expect(page.getByRole("status").filter({ hasText: words.feedback.more })).toBeFocused();
	expect(await axeViolations(page)).toEqual([]);
	await page.getByRole("textbox", { name: words.feedback.more }).fill(sentence);
	await page.getByRole("button", { name: words.feedback.send }).click();
	await expect(page.getByText(words.feedback.sent)).toBeVisible();

	await open(page, "/admin");
	await logIn(page, words.shared, owner);
	const entry = page.getByRole("listitem").filter({ hasText: sentence });
	await expect(entry).toHaveCount(1);
	await expect(entry.getByText(words.admin.feedbackNo)).toBeVisible();
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false, allowed: /was preloaded .* but not used/ });

	test("feedback without JavaScript shows a thank-you message", async ({ page, language }) => {
		const { segment, words } = language;
		await page.goto(`/index/${segment}/docs/guide/search`);
		await expect(page.getByText(words.docs.feedbackThanks)).toBeHidden();
		await page.getByRole("button", { name: words.docs.feedbackYes, exact: true }).click();
		await expect(page).toHaveURL(new RegExp(`/index/${segment}/docs/guide/search#`));
		await expect(page.getByText(words.docs.feedbackThanks)).toBeVisible();
		await expect(page.getByText(words.docs.feedbackFailed)).toBeHidden();
	});
});
