import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { click, close, open, serve, type, user, wrong } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

const token = { id: "k", name: "ci", created_at: 0, expires_at: 0, used_at: null };

async function offered(): Promise<(string | null)[]> {
	const group = await screen.findByRole("group", { name: /Permissions|权限/ });
	return within(group)
		.getAllByRole("checkbox")
		.map((box) => box.closest("label")?.textContent ?? null);
}

// An API token cannot re-authenticate. For each permission, the form lists only the actions that need no
// re-authentication. It omits a permission without such an action.
test.each([
	[
		"en-US",
		[
			"View accounts and invitations, revoke invitations",
			"View site files and their versions, keep or revert a new stylesheet, cancel scheduled publishing",
			"View webhooks and their deliveries, send tests, redeliver, remove webhooks",
		],
	],
	[
		"zh-CN",
		[
			"查看账号和邀请、撤销邀请",
			"查看站点文件及其版本、保留新样式表或恢复之前的样式表、取消定时发布",
			"查看 Webhook 及其投递记录、发送测试、重新投递、移除 Webhook",
		],
	],
] as const)("token form lists only permissions available to tokens: %s", async (locale, names) => {
	chooseLocale(locale);
	serve({ "GET /me": () => Response.json({ ...user, permissions: ["people", "config", "webhooks", "backup"] }) });
	open("/admin/account");
	expect(await offered()).toEqual(names);
});

test("session-only permissions of a token are marked", async () => {
	serve({ "GET /me/tokens": () => Response.json([{ ...token, permissions: ["log", "backup"] }]) });
	open("/admin/account");
	expect(await screen.findByText("View the audit log, Back up and restore (not available to tokens)")).toBeTruthy();
});

test("rejected permissions of a token show the reason at the field", async () => {
	serve({ "POST /me/tokens": () => wrong("permissions", "beyond-role") });
	open("/admin/account");
	await type("Name", "ci");
	await click("Create token");
	expect(await screen.findByText("A token cannot have more permissions than you.")).toBeTruthy();
});
