import { expect, test } from "vitest";
import { pageUrlOfInput } from "@/admin/pages/place";

test.each([
	["http://localhost:8080/index/zh/docs/guide/start", "/index/zh/docs/guide/start"],
	["https://docs.example.org/index/en/news/one?safe#two", "/index/en/news/one"],
	[" /index/zh/docs/guide/start/ ", "/index/zh/docs/guide/start"],
	["/index/en/docs/guide#first-steps", "/index/en/docs/guide"],
	["/index/en/docs", "/index/en/docs"],
	["http://localhost/index/zh/docs/%E6%8C%87%E5%8D%97", "/index/zh/docs/指南"],
	["http://localhost/index/zh#%E4%B8%BA%E4%BD%95", "/index/zh#为何"],
	["http://localhost/index/zh/docs/100%", "/index/zh/docs/100%"],
])("pasted page URL %s is parsed as %s", (typed, at) => {
	expect(pageUrlOfInput(typed)?.at).toBe(at);
});

test.each(["start", "guide/start", "/index", "http://localhost/zh/docs", "/index/admin/pages", "what? #1"])(
	"other input is not parsed as a page URL: %s",
	(typed) => {
		expect(pageUrlOfInput(typed)).toBeUndefined();
	},
);
