import { expect, test } from "vitest";
import { htmlOfPage, withHtml, withoutHtml } from "@/app/pageData";

const html = '<p>A <em>long</em> text with </script> &amp; "quotes"</p>';
const data = { page: { title: "T", html, headings: [] }, problem: null };

test("the page's HTML is not in the data block", () => {
	expect(withoutHtml(data)).not.toContain("long");
});

test("hydration gets it back from the page", () => {
	document.body.innerHTML = `<div data-page-html="">${html}</div>`;
	const shown = htmlOfPage(document);
	expect(withHtml(withoutHtml(data), shown)).toEqual({
		page: { title: "T", html: shown(0), headings: [] },
		problem: null,
	});
});

test("several pieces come back in their order, and empty ones were never there", () => {
	const blocks = [
		{ html: "<b>1</b>", entries: [{ html: "2" }, { html: "" }] },
		{ html: "", entries: [{ html: "3" }] },
	];
	document.body.innerHTML = `<i data-page-html=""><b>1</b></i><i data-page-html="">2</i><i data-page-html="">3</i>`;
	expect(withHtml(withoutHtml(blocks), htmlOfPage(document))).toEqual(blocks);
});

test.each([
	["no HTML", { page: { html: null } }],
	["a field that only sounds like it", { page: { htmlish: "x", html: 5 } }],
])("%s is unchanged", (_name, unchanged) => {
	expect(withHtml(withoutHtml(unchanged), () => "never")).toEqual(unchanged);
});
