import { expect, test } from "vitest";
import { problemText, text } from "@/shared/i18n/common";

const codes = [
	"not-found",
	"bad-request",
	"invalid",
	"unauthorized",
	"forbidden",
	"method-not-allowed",
	"too-large",
	"unsupported-media-type",
	"too-many-requests",
	"precondition-required",
	"stale",
	"conflict",
	"unavailable",
	"database-unavailable",
	"database-locked",
	"database-read-only",
	"database-replaced",
	"disk-full",
	"internal",
	"login-failed",
	"setup-used",
];

test.each(codes)("problem %s has its own message in both languages", (code) => {
	for (const locale of ["zh-CN", "en-US"] as const) {
		expect(problemText(locale, { code })).not.toBe(text(locale, "unknown"));
	}
	expect(problemText("zh-CN", { code })).toMatch(/\p{Script=Han}/u);
});

test.each(["http-418", "", "constructor", "toString"])("unknown problem code %j has the general message", (code) => {
	expect(problemText("en-US", { code })).toBe(text("en-US", "unknown"));
});
