import { expect, test } from "vitest";
import { nearest, searchWords } from "@/app/nearPages";

const pages = [
	"guide",
	"guide/start",
	"guide/search",
	"operate/run",
	"operate/backup",
	"translate/status",
	"写作/新闻",
].map((path) => ({ url: `/index/en/docs/${path}`, title: path, locale: "en-US" as const }));

test.each([
	["/en/docs/guide/stat", ["guide/start", "translate/status"]],
	["/en/docs/guide/start.html", ["guide/start"]],
	["/en/docs/@1.9/Guide/Start", ["guide/start"]],
	["/guide/index.md", ["guide"]],
	["/zh/docs/%E5%86%99%E4%BD%9C/%E6%96%B0%E9%97%BB%E7%A8%BF", ["写作/新闻"]],
	["/en/docs/backups", ["operate/backup"]],
	["/wp-login.php", []],
	["/en/docs/%", []],
	["/", []],
])("similar pages are found for %s", (path, near) => {
	expect(nearest(path, pages).map(({ title }) => title)).toEqual(near);
});

test.each([
	["/en/docs/guide/get-started.html", "guide get started"],
	["/zh/docs/%E5%86%99%E4%BD%9C", "写作"],
	["/docs/%", "%"],
	["/en", ""],
	["/index/en/no_such/page", "no such page"],
])("path %s is converted to the search terms “%s”", (path, words) => {
	expect(searchWords(path)).toBe(words);
});
