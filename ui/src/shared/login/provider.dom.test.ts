import { beforeEach, expect, test } from "vitest";
import { returnedIn, takeResponse } from "@/shared/login/provider";

beforeEach(() => sessionStorage.clear());

const code = { state: "s", code: "c", iss: "https://id.example" };

test.each([
	["?code=c&state=s&iss=https%3A%2F%2Fid.example", code],
	["?error=access_denied&state=s", { state: "s", code: undefined, iss: undefined }],
	["?code=c", undefined],
	["?state=s", undefined],
	["", undefined],
])("callback query %j is parsed", (search, returned) => {
	expect(returnedIn(search)).toEqual(returned);
});

test("stored purpose and key of a provider login are returned once", () => {
	sessionStorage.setItem("website_oidc", "link k");
	const answer = { code: "c", state: "s", iss: "https://id.example", key: "k" };
	expect(takeResponse(code)).toEqual({ purpose: "link", answer });
	expect(takeResponse(code)).toBeUndefined();
});

test("callback without a code or from another tab is ignored", () => {
	expect(takeResponse(code)).toBeUndefined();
	sessionStorage.setItem("website_oidc", "login k");
	expect(takeResponse({ ...code, code: undefined })).toBeUndefined();
});
