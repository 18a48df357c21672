// Administration of the assistant: an unanswered question is reported as a gap, and a curated answer closes the gap.
import { account, axeViolations, expect, horizontalOverflow, logIn, open, test } from "../fixtures.ts";

test.use({ reducedMotion: "reduce" });

const questions = { zh: "夸克引擎的租金怎么退", en: "How do I return the zorblax rental fee?" };

test("documentation gap is closed with a curated answer", async ({ page, language }) => {
	const { segment, words } = language;
	const own = words.assistantAdmin;
	const question = questions[segment];
	await open(page, `/${segment}/assistant`);
	await page.getByLabel(words.assistant.question).fill(question);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("article").getByRole("heading", { name: question })).toBeVisible();

	await open(page, "/admin");
	await logIn(page, words.shared, account(language, "assistant", "editor"));
	const ways = page.getByRole("navigation", { name: words.admin.parts });
	await ways.getByRole("link", { name: words.admin.partAssistant }).click();
	const gap = page.getByRole("list", { name: own["tab.gaps"] }).getByRole("listitem").filter({ hasText: question });
	await expect(gap).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);
	expect(await horizontalOverflow(page)).toBe(0);

	await gap.getByRole("link", { name: own.toBench }).click();
	await expect(page.getByRole("heading", { name: own.benchResult })).toBeVisible();
	expect(await axeViolations(page)).toEqual([]);

	await page.goBack();
	await gap.getByRole("link", { name: own.toAnswer }).click();
	await expect(page.getByLabel(own.patterns)).toHaveValue(question);
	await page
		.getByRole("textbox", { name: own.answer, exact: true })
		.fill(`[Backup](/index/${segment}/docs/operate/backup)`);
	expect(await axeViolations(page)).toEqual([]);
	await page.getByRole("button", { name: own.saveAnswer }).click();
	const answers = page.getByRole("list", { name: own["tab.answers"] });
	await expect(answers.getByText(question)).toBeVisible();

	await page.getByRole("link", { name: own["tab.gaps"] }).click();
	await expect(page.getByLabel(own.period)).toBeVisible();
	await expect(gap).toHaveCount(0);
	await page.getByRole("link", { name: own["tab.questions"] }).click();
	await expect(page.getByRole("list", { name: own["tab.questions"] }).getByText(question)).toBeVisible();
	expect(await horizontalOverflow(page)).toBe(0);

	await open(page, `/${segment}/assistant`);
	await page.getByLabel(words.assistant.question).fill(question);
	await page.keyboard.press("Enter");
	await expect(page.getByText(words.assistant.approved)).toBeVisible();
	await expect(page.getByRole("article").getByRole("link", { name: "Backup" })).toBeVisible();
});
