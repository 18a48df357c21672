import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { preferPlainEditor, preview } from "@/admin/pages/editor/testing";
import { listed, page, writtenPage, writtenText } from "@/admin/pages/testing";
import { open, sent, serve } from "@/admin/testing";

preferPlainEditor();

/** Opens the link dialog in an empty Chinese text. */
async function begin(found = page(), written = writtenPage()) {
	serve({
		"GET /admin/pages/p1": () => Response.json(writtenPage({ zh: writtenText("zh-CN", ""), en: null })),
		"GET /admin/pages/p2": () => Response.json(written),
		"GET /admin/pages": () => Response.json([found], { headers: { "x-total-count": "1" } }),
		"POST /admin/pages/p1/presence": () => Response.json([]),
		"POST /admin/pages/p1/zh/preview": () => Response.json(preview),
		"PUT /admin/pages/p1/zh/draft": () =>
			Response.json({ revision: "zh-2", changed: true, updated_at: 0, segments: [] }),
	});
	open("/admin/pages/p1");
	const chinese = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Chinese version" });
	fireEvent.keyDown(chinese, { key: "k", ctrlKey: true });
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	const seek = (words: string, name: string) => {
		fireEvent.change(dialog.getByLabelText("Page or URL"), { target: { value: words } });
		fireEvent.click(dialog.getByRole("button", { name, hidden: true }));
	};
	const choose = async (name: RegExp) => fireEvent.click(await dialog.findByRole("button", { name, hidden: true }));
	return { chinese, dialog, seek, choose };
}

test("entered URL with spaces and parentheses is inserted in angle brackets", async () => {
	const { chinese, dialog, seek } = await begin();
	expect(dialog.getByLabelText<HTMLInputElement>("Page or URL").maxLength).toBe(2000);
	seek(" https://例子.中国/路径 x?a=(b) ", "Link to this URL");
	const written = "[https://例子.中国/路径 x?a=(b)](<https://例子.中国/路径 x?a=(b)>)";
	await waitFor(() => expect(chinese.value).toBe(written));
});

test("page search query is limited to 200 characters", async () => {
	const { seek, choose } = await begin();
	seek("a".repeat(300), "Find");
	await choose(/开始/);
	const request = sent.find(({ what }) => what === "GET /admin/pages");
	expect(new URLSearchParams(request?.query).get("q")).toBe("a".repeat(200));
});

test("page title is escaped in the text of a link", async () => {
	const zh = listed("zh-CN", { title: "Vec<T> and a[0 `x" });
	const { chinese, seek, choose } = await begin(page({ id: "p2", zh }));
	seek("Vec", "Find");
	await choose(/Vec/);
	await waitFor(() => expect(chinese.value).toBe("[Vec\\<T> and a\\[0 \\`x](./start.md)"));
});

test("link to an untranslated page contains the path of its future file", async () => {
	const en = writtenText("en-US", "", { file: "en/walk/two.md", listed: listed("en-US", { path: "walk/two" }) });
	const { chinese, seek, choose } = await begin(
		page({ id: "p2", zh: null, en: listed("en-US", { title: "Two" }) }),
		writtenPage({ zh: null, en }),
	);
	seek("Two", "Find");
	await choose(/Two/);
	await waitFor(() => expect(chinese.value).toBe("[Two](../walk/two.md)"));
});
