// Pages that are imported on the command line are displayed without a restart of the server.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, open, test } from "./fixtures.ts";

const run = promisify(execFile);

async function importPage(name: string, text: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "pailou-live-"));
	try {
		await mkdir(join(folder, "en/e2e"), { recursive: true });
		await mkdir(join(folder, "zh"), { recursive: true });
		await writeFile(join(folder, `en/e2e/${name}.md`), text);
		await run(process.env.BINARY ?? "", ["import", folder, "--data", process.env.DATA ?? ""]);
	} finally {
		await rm(folder, { recursive: true });
	}
}

test("new and changed pages appear without a restart", async ({ request }) => {
	const title = `</script><b>"'`;
	const at = "/index/en/docs/e2e/live";
	expect((await request.get(at)).status()).toBe(404);

	await importPage("live", `---\ntitle: ${JSON.stringify(title)}\n---\n\nFirst words.\n`);
	await expect.poll(async () => (await request.get(at)).status(), { intervals: [100] }).toBe(200);
	expect(await (await request.get(at)).text()).toContain("First words.");

	await importPage("live", "---\ntitle: Live\n---\n\nOther words.\n");
	await expect.poll(async () => (await request.get(at)).text(), { intervals: [100] }).toContain("Other words.");
});

test("markup in a title or description is escaped", async ({ page }) => {
	const title = `A </script><script>console.error("title ran")</script> title`;
	await open(page, "/en/docs/e2e/markup");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
	await expect(page).toHaveTitle(`${title} · Pailou`);
	await expect(page.locator('meta[name="description"]')).toHaveAttribute(
		"content",
		`"><script>console.error("description ran")</script>`,
	);
	await page.getByRole("link", { name: title }).first().click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});
