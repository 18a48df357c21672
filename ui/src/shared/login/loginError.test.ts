import { expect, test } from "vitest";
import { problemText } from "@/shared/i18n/common";
import type { Locale } from "@/shared/i18n/locale";
import { loginErrorText } from "@/shared/login/loginError";
import { loginText } from "@/shared/login/text";

const invalid = { type: "", title: "", status: 422, detail: "", code: "invalid" };

test.each([
	[
		"the error of each invalid field",
		["password too-common", "username taken"],
		["password.too-common", "username.taken"],
	],
	["only errors with a message", ["password odd", "username required"], ["username.required"]],
] as const)("login form shows %s", (_name, fields, keys) => {
	const problem = { ...invalid, errors: fields.map(errorOf) };
	const sentences = (locale: Locale) => keys.map((key) => loginText(locale, key));
	expect(loginErrorText("en-US", { problem, wait: 0 })).toBe(sentences("en-US").join(" "));
	// Chinese sentences are not separated by a space.
	expect(loginErrorText("zh-CN", { problem, wait: 0 })).toBe(sentences("zh-CN").join(""));
});

test.each([
	["no field error has a message", ["password odd"]],
	["the problem has no field errors", []],
])("login form shows a general error if %s", (_name, fields) => {
	const problem = { ...invalid, errors: fields.map(errorOf) };
	expect(loginErrorText("en-US", { problem, wait: 0 })).toBe(problemText("en-US", invalid));
});

test.each([
	[1, "There were too many attempts. Try again in one second.", "尝试次数过多，请在 1 秒后重试。"],
	[40, "There were too many attempts. Try again in 40 seconds.", "尝试次数过多，请在 40 秒后重试。"],
	[121, "There were too many attempts. Try again in 3 minutes.", "尝试次数过多，请在 3 分钟后重试。"],
])("rate limit of %d seconds shows the waiting time", (wait, en, zh) => {
	const problem = { ...invalid, status: 429, code: "too-many-requests", errors: [] };
	expect(loginErrorText("en-US", { problem, wait })).toBe(en);
	expect(loginErrorText("zh-CN", { problem, wait })).toBe(zh);
});

test.each(["invitation-used", "confirm-needed"])("problem %s has a message in both languages", (code) => {
	const problem = { ...invalid, code, errors: [] };
	expect(loginErrorText("en-US", { problem, wait: 0 })).not.toBe(problemText("en-US", { code: "" }));
	expect(loginErrorText("zh-CN", { problem, wait: 0 })).toMatch(/\p{Script=Han}/u);
});

function errorOf(codes: string) {
	const [field = "", code = ""] = codes.split(" ");
	return { field, code, detail: "" };
}
