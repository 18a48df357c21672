// Passkeys with Chromium's virtual authenticator. Passkeys are bound to domain names, so they are tested at `localhost`
// instead of an IP address.
import type { CDPSession, Page } from "@playwright/test";
import { account, axeViolations, expect, horizontalOverflow, interpolate, logIn, open, test } from "../fixtures.ts";

// Expected console errors: a login with a deleted passkey, and a change that requires re-authentication.
test.use({ allowed: /status of (401|403)/, reducedMotion: "reduce" });

async function device(page: Page): Promise<[CDPSession, string]> {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send("WebAuthn.enable");
	const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return [cdp, authenticatorId];
}

test.describe("at a domain name", () => {
	test.use({ baseURL: (process.env.BASE_URL ?? "").replace("127.0.0.1", "localhost") });

	test("passkey is used for login and re-authentication", async ({ page, language }) => {
		const { admin, login, users, shared } = language.words;
		const ann = account(language, "passkeys", "editor");
		await open(page, "/admin");
		const [cdp, authenticatorId] = await device(page);
		await logIn(page, shared, ann);
		await page.getByRole("navigation", { name: admin.parts }).getByRole("link", { name: admin.partAccount }).click();
		const region = page.getByRole("region", { name: users.passkeysTitle });
		await expect(region.getByText(users.passkeysNone)).toBeVisible();
		await region.getByLabel(users.passkeyName).fill("手机 Phone");
		await region.getByRole("button", { name: users.passkeyMake }).click();
		await expect(region.getByRole("listitem")).toContainText("手机 Phone");
		expect(await axeViolations(page)).toEqual([]);

		// Renaming a passkey requires no password.
		await region.getByRole("button", { name: interpolate(users.passkeyRenameName, { name: "手机 Phone" }) }).click();
		const naming = region.getByRole("form", { name: interpolate(users.passkeyRenameName, { name: "手机 Phone" }) });
		await expect(naming.getByLabel(users.passkeyName)).toBeFocused();
		await naming.getByLabel(users.passkeyName).fill(" 旧手机 Old phone ");
		await naming.getByRole("button", { name: users.save }).click();
		await expect(region.getByText("旧手机 Old phone", { exact: true })).toBeVisible();
		const rename = region.getByRole("button", {
			name: interpolate(users.passkeyRenameName, { name: "旧手机 Old phone" }),
		});
		await expect(rename).toBeFocused();

		// The same device cannot register a second passkey.
		await region.getByLabel(users.passkeyName).fill("Again");
		await region.getByRole("button", { name: users.passkeyMake }).click();
		await expect(region.getByText(login.passkeyKnown)).toBeVisible();
		await expect(region.getByLabel(users.passkeyName)).toHaveValue("Again");

		await page.evaluate(() => localStorage.clear());
		await open(page, "/admin");
		expect(await axeViolations(page)).toEqual([]);
		await page.getByRole("button", { name: login.passkey }).click();
		await expect(page.getByText(admin.roleEditor, { exact: true })).toBeVisible();

		// If the user verification fails, the form shows an error. The second attempt succeeds.
		await page.evaluate(() => localStorage.clear());
		await open(page, "/admin");
		await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
		await page.getByRole("button", { name: login.passkey }).click();
		await expect(page.getByText(login.passkeyCancelled)).toBeVisible({ timeout: 30_000 });
		await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
		await page.getByRole("button", { name: login.passkey }).click();
		await expect(page.getByText(admin.roleEditor, { exact: true })).toBeVisible();

		// Re-authenticates with a passkey instead of the password.
		await page.getByRole("navigation", { name: admin.parts }).getByRole("link", { name: admin.partAccount }).click();
		let isStale = true;
		await page.route("**/api/v1/me/passkeys/*", async (route) => {
			if (!isStale || route.request().method() !== "DELETE") return route.continue();
			isStale = false;
			const body = { type: "", title: "", status: 403, detail: "", code: "confirm-needed" };
			await route.fulfill({ status: 403, contentType: "application/problem+json", body: JSON.stringify(body) });
		});
		await region
			.getByRole("button", { name: interpolate(users.passkeyRemoveName, { name: "旧手机 Old phone" }) })
			.click();
		await region.getByRole("button", { name: users.passkeyRemove, exact: true }).click();
		const dialog = page.getByRole("dialog", { name: admin.confirmTitle });
		expect(await axeViolations(page)).toEqual([]);
		const confirmed = page.waitForResponse((response) => response.url().endsWith("/api/v1/confirm/passkey"));
		await dialog.getByRole("button", { name: admin.confirmPasskey }).click();
		expect((await confirmed).status()).toBe(204);
		await expect(region.getByText(users.passkeysNone)).toBeVisible();

		await page.evaluate(() => localStorage.clear());
		await open(page, "/admin");
		await page.getByRole("button", { name: login.passkey }).click();
		await expect(page.getByText(login["passkey-refused"])).toBeVisible();
		await page.setViewportSize({ width: 360, height: 740 });
		expect(await horizontalOverflow(page)).toBe(0);
	});
});

test("login on an IP address shows no passkey button", async ({ page, language }) => {
	const { words } = language;
	const { login } = words;
	await open(page, "/admin");
	await expect(page.getByRole("button", { name: words.shared.loginSubmit, exact: true })).toBeEnabled();
	await expect(page.getByRole("button", { name: login.passkey })).toHaveCount(0);
});
