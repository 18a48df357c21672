import { expect, test } from "vitest";
import { actions, actionText, actText, limitsText } from "@/admin/peopleText";

const acts =
	"pages-read pages-edit translations-edit media dictionary sources feedback people log config webhooks backup import".split(
		" ",
	);

const recorded = [
	..."login login-refused logout setup invitation-made invitation-withdrawn invitation-accepted reset-made".split(" "),
	..."user-changed user-added password-changed second-factor-on second-factor-off passkey-added passkey-removed oidc-linked oidc-unlinked session-ended".split(
		" ",
	),
	..."sessions-ended token-made token-revoked page-changed dictionary-changed conflict-decided".split(" "),
	..."source-updated confirm-refused config-published config-scheduled config-unscheduled".split(" "),
	..."config-confirmed config-reverted config-removed redirect-added redirect-removed".split(" "),
	..."media-added media-described media-replaced media-removed".split(" "),
	..."webhook-added webhook-changed webhook-removed restored backed-up imported".split(" "),
];

test.each(acts)("the act %s has words in both languages", (act) => {
	expect(actText("en-US", act)).toMatch(/^[A-Z]/);
	expect(actText("zh-CN", act)).toMatch(/\p{Script=Han}/u);
});

test.each(recorded)("the action %s has words in both languages, and can be looked for", (action) => {
	expect(actionText("en-US", action)).toMatch(/^[A-Z]/);
	expect(actionText("zh-CN", action)).toMatch(/\p{Script=Han}/u);
	expect(actions).toContain(action);
});

test("what has no words yet is shown by its name", () => {
	expect(actionText("zh-CN", "moon-landing")).toBe("moon-landing");
	expect(actText("en-US", "constructor")).toBe("constructor");
});

test("no limit is everything", () => {
	expect(limitsText("en-US", [])).toBe("All");
	expect(limitsText("zh-CN", ["zh", "en"])).toBe("中文、英文");
	expect(limitsText("en-US", ["docs", "landing"])).toBe("Documentation, Front page and news");
});
