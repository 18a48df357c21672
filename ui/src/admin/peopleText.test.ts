import { expect, test } from "vitest";
import { actions, actionText, actText, limitsText } from "@/admin/peopleText";

const acts = "pages-edit translations-edit dictionary sources feedback people log".split(" ");

const recorded = [
	..."login login-refused logout setup invitation-made invitation-withdrawn invitation-accepted reset-made".split(" "),
	..."user-changed user-added password-changed second-factor-on second-factor-off session-ended".split(" "),
	..."sessions-ended token-made token-revoked page-changed dictionary-changed conflict-decided".split(" "),
	..."source-updated confirm-refused".split(" "),
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
