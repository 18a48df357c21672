import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { preferPlainEditor, preview } from "@/admin/pages/editor/testing";
import { writtenPage, writtenText } from "@/admin/pages/testing";
import { open, problem, sent, serve } from "@/admin/testing";

preferPlainEditor();

const chinese = "## 开始\n\n第一段。\n";

// Found by label, because hidden elements have no accessible name for a role query.
const field = (name: string) => screen.findByLabelText<HTMLTextAreaElement>(name, { selector: "textarea" });
const region = (name: string) => screen.getByLabelText(name, { selector: "section" });

/**
 * Publishes both languages, with the English text `english`. The server responds to the first publish requests with the
 * responses in `answer`, and to later publish requests with success.
 */
async function publishBoth(english: string, answer: Response | Response[], own = chinese) {
	const answers = [answer].flat();
	let saved = { text: "## Start\n\nFirst.\n", number: 1 };
	const revision = () => `en-${saved.number}`;
	serve({
		"GET /admin/pages/p1": () => {
			const en = writtenText("en-US", saved.text, { revision: revision() });
			return Response.json(writtenPage({ zh: writtenText("zh-CN", own), en }));
		},
		"POST /admin/pages/p1/presence": () => Response.json([]),
		"POST /admin/pages/p1/zh/preview": () => Response.json(preview),
		"POST /admin/pages/p1/en/preview": () => Response.json(preview),
		"PUT /admin/pages/p1/zh/draft": () =>
			Response.json({ revision: "zh-2", changed: true, updated_at: 0, segments: [] }),
		"PUT /admin/pages/p1/en/draft": ({ body }) => {
			saved = { text: textOf(body), number: saved.number + 1 };
			return Response.json({ revision: revision(), changed: true, updated_at: 0, segments: [] });
		},
		"GET /admin/pages/p1/zh/changes": () =>
			Response.json({ revision: "zh-1", segments: [], front_matter: true, issues: [] }),
		"POST /admin/pages/p1/zh/publish": () =>
			answers.shift() ?? Response.json({ url: "", revision: "zh-8", publish_at: null }),
	});
	open("/admin/pages/p1?locale=zh");
	const input = await field("English version");
	input.value = english;
	act(() => void input.dispatchEvent(new Event("input")));
	// Hides the English pane, which must be shown again for a message about the English text.
	fireEvent.click(screen.getByRole("button", { name: "English" }));
	expect(region("English version").hidden).toBe(true);
	fireEvent.click(within(region("Chinese version")).getByRole("button", { name: "Publish…" }));
	const dialog = within(await screen.findByRole("dialog", { hidden: true }));
	fireEvent.click(await dialog.findByLabelText("Also publish the English draft at the same time"));
	fireEvent.click(dialog.getByRole("button", { name: "Publish now", hidden: true }));
	return dialog;
}

function textOf(body: unknown): string {
	return typeof body === "object" && body !== null && "text" in body ? String(body.text) : "";
}

const stale = (current: string) =>
	problem(412, "stale", {
		current: { revision: "en-9", front_matter: "", markdown: current },
		base: { revision: "en-1", front_matter: "", markdown: "## Start\n\nFirst.\n" },
	});

const wrong = (code: string, more: object = {}) =>
	problem(422, "invalid", { errors: [{ field: "other.text", code, detail: "", ...more }] });

test("newer published text is merged only into the draft of its language", async () => {
	const dialog = await publishBoth("## Start\n\nFirst!\n", stale("## Begin\n\nFirst.\n"));
	await dialog.findByText(/The English version, which is also published, has changed/);
	fireEvent.click(dialog.getByRole("button", { name: "Review again", hidden: true }));
	fireEvent.click(await dialog.findByRole("button", { name: "Publish now", hidden: true }));
	await screen.findByText("Published. Readers can see it now.");
	expect((await field("English version")).value).toBe("## Begin\n\nFirst!\n");
	expect((await field("Chinese version")).value).toBe(chinese);
	const puts = sent.filter(({ what }) => what.startsWith("PUT"));
	expect(puts.map(({ what, body }) => [what, body])).toEqual([
		["PUT /admin/pages/p1/en/draft", { text: "## Start\n\nFirst!\n" }],
		["PUT /admin/pages/p1/en/draft", { text: "## Begin\n\nFirst!\n", base: "en-9" }],
	]);
});

test("conflict in the text of the other language is announced, and its pane is shown", async () => {
	const dialog = await publishBoth("## Start\n\nFirst!\n", stale("## Start\n\nFirst?\n"));
	fireEvent.click(await dialog.findByRole("button", { name: "Review again", hidden: true }));
	await dialog.findByText(/Some of your changes in the English version are not saved yet/);
	expect(region("English version").hidden).toBe(false);
	expect(within(region("English version")).getByRole("button", { name: "Use theirs", hidden: true })).toBeTruthy();
	expect(within(region("Chinese version")).queryByRole("button", { name: "Use theirs", hidden: true })).toBeNull();
});

test.each([
	["slug-taken", /set by slug in the front matter of the English version/],
	["front-matter-invalid", /The front matter of the English version cannot be read/],
])("error in the text of the other language names that language: %s", async (code, expected) => {
	const dialog = await publishBoth("## Start\n\nFirst!\n", wrong(code));
	expect(await dialog.findByText(expected)).toBeTruthy();
});

test("segments rejected by the publish gate are listed", async () => {
	const errors = [{ field: "gate", code: "outdated", detail: "en #start: First." }];
	const dialog = await publishBoth("## Start\n\nFirst!\n", problem(422, "invalid", { errors }));
	expect(await dialog.findByText(/These segments of the other language would be outdated/)).toBeTruthy();
	expect(dialog.getByText("en #start: First.").parentElement?.textContent).toBe("Outdated: en #start: First.");
});

test("publish gate error for an unpublished language asks the user to publish it", async () => {
	const errors = [{ field: "gate", code: "other-unpublished", detail: "" }];
	const dialog = await publishBoth("## Start\n\nFirst!\n", problem(422, "invalid", { errors }));
	expect(await dialog.findByText(/Publish the English version too/)).toBeTruthy();
});

test("alt text is inserted into the text that contains the image", async () => {
	const bare = wrong("image-without-alt-text", { detail: "a.png", line: 3 });
	const dialog = await publishBoth("## Start\n\n![](a.png)\n", bare);
	await dialog.findByText(/Some images in the English version have no alt text/);
	const input = dialog.getByLabelText<HTMLInputElement>("Line 3: describe a.png");
	expect(input.lang).toBe("en-US");
	fireEvent.change(input, { target: { value: "A gate" } });
	fireEvent.click(dialog.getByRole("button", { name: "Add to text", hidden: true }));
	expect((await field("English version")).value).toBe("## Start\n\n![A gate](a.png)\n");
	expect((await field("Chinese version")).value).toBe(chinese);
});

test("entered alt texts are inserted; images without an entered alt text stay listed", async () => {
	const english = "## Start\n\n![](a.png) and ![](b.png)\n\n![](c.png)\n";
	const errors = [
		{ field: "text", code: "image-without-alt-text", detail: "d.png", line: 5 },
		{ field: "other.text", code: "image-without-alt-text", detail: "a.png", line: 3 },
		{ field: "other.text", code: "image-without-alt-text", detail: "b.png", line: 3 },
		{ field: "other.text", code: "image-without-alt-text", detail: "c.png", line: 5 },
	];
	const dialog = await publishBoth(english, problem(422, "invalid", { errors }), `${chinese}\n![](d.png)\n`);
	const inputOf = (name: string) => dialog.getByLabelText<HTMLInputElement>(name);
	fireEvent.change(await dialog.findByLabelText("Line 5: describe d.png"), { target: { value: "门" } });
	fireEvent.change(inputOf("Line 3: describe a.png"), { target: { value: "A gate" } });
	fireEvent.change(inputOf("Line 3: describe b.png"), { target: { value: "A bell" } });
	expect(inputOf("Line 5: describe d.png").lang).toBe("zh-CN");
	fireEvent.click(dialog.getByRole("button", { name: "Add to text", hidden: true }));
	expect((await field("English version")).value).toBe(
		"## Start\n\n![A gate](a.png) and ![A bell](b.png)\n\n![](c.png)\n",
	);
	expect((await field("Chinese version")).value).toBe(`${chinese}\n![门](d.png)\n`);
	await waitFor(() => expect(sent.filter(({ what }) => what.endsWith("/changes"))).toHaveLength(2));
	expect(dialog.getAllByLabelText(/: describe /)).toEqual([inputOf("Line 5: describe c.png")]);
	expect(document.activeElement).toBe(inputOf("Line 5: describe c.png"));
	fireEvent.change(inputOf("Line 5: describe c.png"), { target: { value: "A wall" } });
	fireEvent.keyDown(inputOf("Line 5: describe c.png"), { key: "Enter" });
	expect((await field("English version")).value).toContain("![A wall](c.png)");
	expect(dialog.queryByLabelText(/: describe /)).toBeNull();
});

test("entered alt text is kept if publishing is rejected again", async () => {
	const bare = () => wrong("image-without-alt-text", { detail: "a.png", line: 3 });
	const dialog = await publishBoth("## Start\n\n![](a.png)\n", [bare(), bare()]);
	const input = await dialog.findByLabelText<HTMLInputElement>("Line 3: describe a.png");
	fireEvent.change(input, { target: { value: "A gate" } });
	fireEvent.click(dialog.getByRole("button", { name: "Publish now", hidden: true }));
	await waitFor(() => expect(sent.filter(({ what }) => what.endsWith("/publish"))).toHaveLength(2));
	const button = dialog.getByRole("button", { name: "Publish now", hidden: true });
	await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"));
	expect(dialog.getByLabelText<HTMLInputElement>("Line 3: describe a.png").value).toBe("A gate");
});

test("button for an image without alt text shows the pane of its language", async () => {
	const bare = wrong("image-without-alt-text", { detail: "a.png", line: 3 });
	const dialog = await publishBoth("## Start\n\n![](a.png)\n", bare);
	fireEvent.click(await dialog.findByRole("button", { name: "Go to line 3: a.png", hidden: true }));
	expect(region("English version").hidden).toBe(false);
	expect(document.activeElement).toBe(await field("English version"));
});
