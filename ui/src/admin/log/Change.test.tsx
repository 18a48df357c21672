import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Change } from "@/admin/log/Change";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(cleanup);

function show(before: string | null, after: string | null, action = "", subject = "") {
	render(
		<MemoryRouter initialEntries={["/admin/log"]}>
			<Change entry={{ action, subject, before, after }} />
		</MemoryRouter>,
	);
}

const all = (role: "deletion" | "insertion" | "term") =>
	screen.queryAllByRole(role, { hidden: true }).map((element) => element.textContent?.trim());

test("audit log entry shows only changed fields", () => {
	show('{"role":"editor","name":"ann","areas":[]}', '{"role":"owner","name":"ann","areas":["docs"],"later":true}');
	expect(all("deletion")).toEqual(["Before Editor", "Before All"]);
	expect(all("insertion")).toEqual(["After Owner", "After Documentation", "After Yes"]);
	expect(all("term")).toEqual(["Role", "Areas", "later"]);
});

test("audit log entry has a fixed field order and hides an id beside other fields", () => {
	const made = '{"areas":[],"expires_at":1795449770694,"id":"01k","note":"Bob","role":"editor","zh-CN":"门"}';
	show(null, made);
	expect(all("term")).toEqual(["Note", "Role", "Areas", "Chinese", "Expires"]);
	cleanup();
	chooseLocale("zh-CN");
	show(null, made);
	expect(all("term")).toEqual(["备注", "角色", "栏目", "中文", "到期时间"]);
	cleanup();
	show(null, '{"id":"01k"}');
	expect(all("term")).toEqual(["id"]);
});

test("audit log entry of a creation shows only new values", () => {
	show(null, '{"path":"a"}');
	expect([all("deletion"), all("insertion")]).toEqual([[], ["After a"]]);
});

test("audit log value without fields is shown as text or time", () => {
	vi.stubEnv("TZ", "Asia/Shanghai");
	show('"Phone"', "1795449770694");
	expect(screen.getByText("Phone")).toBeTruthy();
	expect(screen.getByText("2026-11-24 00:02 GMT+8")).toBeTruthy();
});

test("truncated audit log value shows its beginning, size, and hash", () => {
	show('{"beginning":"# A\\n\\nOne","bytes":20000,"hash":"0a"}', null, "draft-discarded");
	expect(all("term")).toEqual(["Beginning", "Bytes", "SHA-256"]);
	expect(all("deletion")).toEqual(["Before # A\n\nOne", "Before 20000", "Before 0a"]);
});

test("audit log entry without an old value shows only the new value", () => {
	show("null", "1");
	expect(all("term")).toEqual(["After"]);
});

test.each<[action: string, before: string | null, after: string | null, terms: string[], expected: string[]]>([
	[
		"token-made",
		null,
		'["pages-edit","media"]',
		["Permissions"],
		["After Change pages, Upload and delete files, edit alt text"],
	],
	// Older entries contain the permissions as one string.
	[
		"token-made",
		null,
		'"pages-edit media"',
		["Permissions"],
		["After Change pages, Upload and delete files, edit alt text"],
	],
	["segments-decided", null, '[["a","wording"],["b","wording"]]', ["Segments"], ["After wording only (2)"]],
	["webhook-added", null, "[]", ["Events"], ["After Everything"]],
	[
		"webhook-changed",
		'["https://a.example",true]',
		'[["page.moved"],false]',
		["Events", "On"],
		["After Page moved", "Before Yes", "After No"],
	],
	["webhook-changed", null, "410", ["Response"], ["After 410"]],
	["media-replaced", '"0a"', '"1b"', ["SHA-256"], ["Before 0a", "After 1b"]],
	["config-published", "null", "1", ["Version"], ["After 1"]],
	["backed-up", null, "[10,2]", ["Rows", "Files"], ["After 10", "After 2"]],
	["page-deleted", '[["zh-CN","甲"],["en-US","A"]]', null, ["Chinese", "English"], ["Before 甲", "Before A"]],
	[
		"page-deleted",
		'[["zh-CN",{"beginning":"甲","bytes":40000,"hash":"a1"}],["en-US","A"]]',
		null,
		["Chinese", "English"],
		["Before 甲… (40,000 bytes, SHA-256 a1)", "Before A"],
	],
])("values of the audit log action %s have field names", (action, before, after, terms, expected) => {
	show(before, after, action, "https://a.example");
	expect(all("term")).toEqual(terms);
	const sides = screen.queryAllByText((_, element) => /^(DEL|INS)$/.test(element?.tagName ?? ""));
	expect(sides.map(({ textContent }) => textContent)).toEqual(expected);
});

test.each([
	["login-refused", "name", "No account has this name", "没有此名称的账号"],
	["login-refused", "password", "The password was wrong", "密码不正确"],
	["login-refused", "code", "The password was right, the code was wrong", "密码正确，验证码不正确"],
	["login-refused", "disabled", "The password was right, the account is disabled", "密码正确，但账号已停用"],
	["confirm-refused", "password", "The password was wrong", "密码不正确"],
	["login-refused", "later", "later", "later"],
])("rejected login or re-authentication shows its reason: %s, %s", (action, reason, en, zh) => {
	const after = JSON.stringify({ reason });
	show(null, after, action);
	expect([all("term"), all("insertion")]).toEqual([["Reason"], [`After ${en}`]]);
	expect(screen.getByText("Details").parentElement).toHaveProperty("open", true);
	cleanup();
	chooseLocale("zh-CN");
	show(null, after, action);
	expect([all("term"), all("insertion")]).toEqual([["原因"], [`修改后 ${zh}`]]);
});

test("login method of a rejected login is initially collapsed", () => {
	show(null, '{"by":"passkey"}', "login-refused");
	expect([all("term"), all("insertion")]).toEqual([["By"], ["After a passkey"]]);
	expect(screen.getByText("Details").parentElement).toHaveProperty("open", false);
});

test("audit log list without field names is comma-separated text", () => {
	show('["a",[1,true]]', null);
	expect(screen.getByText("a, 1, Yes")).toBeTruthy();
});

test.each(["<b>no JSON</b>", "7"])("audit log value in an unknown format is unchanged: %s", (value) => {
	show(value, null);
	expect(screen.getByText(value)).toBeTruthy();
});
