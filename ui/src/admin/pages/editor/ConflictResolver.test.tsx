import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { preferPlainEditor, preview } from "@/admin/pages/editor/testing";
import { writtenPage, writtenText } from "@/admin/pages/testing";
import { open, problem, sent, serve } from "@/admin/testing";

preferPlainEditor();

test.each([
	["Keep mine", "mine"],
	["Use theirs", "theirs"],
])("choice in a conflict applies only to the conflicting lines: %s", async (name, expected) => {
	const current = { revision: "en-9", front_matter: "", markdown: "theirs\n\ntwo\n\nthree of theirs\n" };
	const replies = [
		() => problem(412, "stale", { current }),
		() => Response.json({ revision: "en-10", changed: true, updated_at: 0, segments: [] }),
	];
	serve({
		"GET /admin/pages/p1": () =>
			Response.json(writtenPage({ zh: null, en: writtenText("en-US", "one\n\ntwo\n\nthree\n") })),
		"POST /admin/pages/p1/presence": () => Response.json([]),
		"POST /admin/pages/p1/en/preview": () => Response.json(preview),
		"PUT /admin/pages/p1/en/draft": () => replies.shift()?.() ?? problem(500, "internal"),
	});
	open("/admin/pages/p1");
	const english = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "English version" });
	english.value = "mine\n\ntwo of mine\n\nthree\n";
	act(() => void english.dispatchEvent(new Event("input")));
	fireEvent.keyDown(english, { key: "s", ctrlKey: true });
	const lines = within(await screen.findByRole("region", { name: "Their text and yours" }));
	expect([lines.getByText("theirs").tagName, lines.getByText("mine").tagName]).toEqual(["DEL", "INS"]);
	for (const same of [/of mine/, /of theirs/]) expect(lines.queryByText(same)?.closest("del, ins") ?? null).toBeNull();
	fireEvent.click(screen.getByRole("button", { name }));
	const text = `${expected}\n\ntwo of mine\n\nthree of theirs\n`;
	expect(english.value).toBe(text);
	await waitFor(() => expect(sent.filter(({ what }) => what.startsWith("PUT")).at(-1)?.body).toEqual({ text }));
});
