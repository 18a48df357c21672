import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { actions, actionText, limitsText, permissionText } from "@/admin/usersText";

const permissions =
	"pages-read pages-edit translations-edit media dictionary sources feedback people log config webhooks backup import".split(
		" ",
	);

// Actions that the server can record, read from the server's source code.
const server = join(import.meta.dirname, "../../../server/crates/database/src/audit_log/mod.rs");
const recorded = [...readFileSync(server, "utf8").matchAll(/Self::\w+ => "([a-z-]+)"/g)].map(
	([, action = ""]) => action,
);

test.each(permissions)("permission %s has a text in both languages", (permission) => {
	expect(permissionText("en-US", permission)).toMatch(/^[A-Z]/);
	expect(permissionText("zh-CN", permission)).toMatch(/\p{Script=Han}/u);
});

test.each(recorded)("audit log action %s has a text in both languages", (action) => {
	expect(actionText("en-US", action)).toMatch(/^[A-Z]/);
	expect(actionText("zh-CN", action)).toMatch(/\p{Script=Han}/u);
});

test("audit log filter lists exactly the recorded actions", () => {
	expect(actions.toSorted()).toEqual(recorded.toSorted());
});

test("unknown action or permission is shown unchanged", () => {
	expect(actionText("zh-CN", "moon-landing")).toBe("moon-landing");
	expect(permissionText("en-US", "constructor")).toBe("constructor");
});

test("empty access scope is shown as “All”, other access scopes as lists of names", () => {
	expect(limitsText("en-US", [])).toBe("All");
	expect(limitsText("zh-CN", ["zh", "en"])).toBe("中文、英文");
	expect(limitsText("en-US", ["docs", "landing"])).toBe("Documentation, Front page and news");
});
