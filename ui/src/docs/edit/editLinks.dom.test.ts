import { afterEach, expect, test, vi } from "vitest";
import { addEditLinks, blocksOf } from "@/docs/edit/editLinks";

afterEach(() => vi.unstubAllGlobals());

const me = { permissions: ["pages-edit", "translations-edit"], locales: [], areas: [] };

function serve(user: object = me): void {
	vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
		const url = input instanceof Request ? input.url : String(input);
		return Response.json(url.endsWith("/me") ? user : { locale: "en-US", other: null, rows });
	});
}

const rows = [
	{ segments: ["a"], html: "<h2>One<a class='anchor'>#</a></h2>", other: null, state: "up_to_date" },
	{ segments: ["b"], html: "<p>First  words</p>", other: null, state: "up_to_date" },
	{ segments: ["x"], html: "", other: null, state: "not_translated" },
	{ segments: ["c"], html: "<p>Same</p>", other: null, state: "up_to_date" },
	{ segments: ["d"], html: "<ul><li>Item</li></ul>", other: null, state: "up_to_date" },
	{ segments: ["e"], html: "<p>Same</p>", other: null, state: "up_to_date" },
];

function article(html: string, lang = "en-US"): HTMLElement {
	const made = document.createElement("article");
	made.dataset.view = "single";
	made.innerHTML = `<div data-page-html lang="${lang}">${html}</div>`;
	document.body.replaceChildren(made);
	return made;
}

const html =
	'<h2>One</h2><p>First words</p><div class="outdated"><p>Same</p></div><ul><li>Item</li></ul><p>Same</p><p>New</p>';

test("blocks are matched to segments with the same text, in order", () => {
	const prose = article(html).firstElementChild;
	if (!prose) throw new Error("no text");
	const found = blocksOf(prose, rows).map(([block, segment]) => [block.textContent, segment]);
	expect(found).toEqual([
		["One", "a"],
		["First words", "b"],
		["Same", "c"],
		["Item", "d"],
		["Same", "e"],
	]);
});

test("page and paragraphs get removable edit links", async () => {
	serve();
	const made = article(html);
	const before = made.innerHTML;
	const remove = addEditLinks(made, "/index/en/docs/guide/%E5%BC%80%E5%A7%8B", "en-US", "en-US");
	await vi.waitFor(() => expect(made.querySelectorAll("a")).toHaveLength(6));
	const [heading] = made.querySelectorAll("a");
	expect(heading?.getAttribute("aria-label")).toBe("Edit this paragraph: One");
	const at = encodeURIComponent("/index/en/docs/guide/开始");
	expect([...made.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
		...["a", "b", "c", "d", "e"].map((segment) => `/index/admin/pages?at=${at}&segment=${segment}`),
		`/index/admin/pages?at=${at}`,
	]);
	remove();
	expect(made.innerHTML).toBe(before);
});

test("edit links exist only for texts that the user may edit", async () => {
	serve({ ...me, permissions: ["translations-edit"] });
	const original = article(html);
	addEditLinks(original, "/index/en/docs/guide", "en-US", "en-US");
	const translation = original.cloneNode(true) as HTMLElement;
	addEditLinks(translation, "/index/en/docs/guide", "en-US", "zh-CN");
	await vi.waitFor(() => expect(translation.querySelectorAll("a")).toHaveLength(6));
	expect(original.querySelector("a")).toBeNull();
});

test("old versions and fallback texts have no edit links", () => {
	const old = article("<p>A</p>");
	addEditLinks(old, "/index/en/docs/@1.9/guide", "en-US", "en-US");
	const instead = article("<p>甲</p>", "zh-CN");
	addEditLinks(instead, "/index/en/docs/guide", "en-US", "zh-CN");
	expect([old, instead].map((made) => made.querySelector("a"))).toEqual([null, null]);
});
