import { expect, test } from "vitest";
import { htmlOfPage, withHtml, withoutHtml } from "@/app/pageData";

const html = '<p>A <em>long</em> text with </script> &amp; "quotes"</p>';
const data = { page: { title: "T", html, headings: [] }, problem: null };

test("data block omits the page's HTML", () => {
	expect(withoutHtml(data)).not.toContain("long");
});

test("hydration reads the HTML from the document", () => {
	document.body.innerHTML = `<div data-page-html="">${html}</div>`;
	const htmlAt = htmlOfPage(document);
	expect(withHtml(withoutHtml(data), htmlAt)).toEqual({
		page: { title: "T", html: htmlAt(0), headings: [] },
		problem: null,
	});
});

test("several HTML fields are restored in order", () => {
	const blocks = [
		{ html: "<b>1</b>", entries: [{ html: "2" }, { html: "" }] },
		{ html: "", entries: [{ html: "3" }] },
	];
	document.body.innerHTML = `<i data-page-html=""><b>1</b></i><i data-page-html="">2</i><i data-page-html="">3</i>`;
	expect(withHtml(withoutHtml(blocks), htmlOfPage(document))).toEqual(blocks);
});

test.each([
	["field without HTML", { page: { html: null } }],
	["field with a similar name", { page: { htmlish: "x", html: 5 } }],
])("page data without HTML round-trips unchanged: %s", (_name, unchanged) => {
	expect(withHtml(withoutHtml(unchanged), () => "never")).toEqual(unchanged);
});
