import { clearToken, setToken } from "@pailou/core";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AltTextForm } from "@/admin/media/AltTextForm";
import { mediaText } from "@/admin/media/mediaText";
import { mediaFile } from "@/admin/media/testing";
import { close, problem, sent, serve } from "@/admin/testing";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => {
	chooseLocale("en-US");
	setToken("t");
});
afterEach(() => {
	close();
	clearToken();
	localStorage.clear();
});

const text = (key: Parameters<typeof mediaText>[1], values = {}) => mediaText("en-US", key, values);
const english = () => screen.getByLabelText<HTMLInputElement>(text("wordsIn", { language: "English" }));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const altText = (english: string) => ({ "zh-CN": "", "en-US": english, decorative: false });

const form = (english: string, revision: string, mayChange = true) => (
	<MemoryRouter>
		<AltTextForm
			file={mediaFile({ revision, alt_text: altText(english) })}
			mayChange={mayChange}
			saved={() => Promise.resolve()}
		/>
	</MemoryRouter>
);

test.each<[name: string, typed: string | undefined, now: string, revision: string, saved: string]>([
	["draft is kept for a replaced file with the same alt text", "Mine", "", "r2", "Mine"],
	["another user's alt text is shown if there is no draft", undefined, "Theirs", "r2", "Theirs"],
	["draft keeps the old revision after another user's change", "Mine", "Theirs", "r1", "Mine"],
])("%s", async (_name, typed, now, revision, saved) => {
	serve({});
	const { rerender } = render(form("", "r1"));
	if (typed !== undefined) fireEvent.change(english(), { target: { value: typed } });
	rerender(form(now, "r2"));
	press(text("save"));
	await waitFor(() => expect(sent).toHaveLength(1));
	expect([sent[0]?.headers.get("if-match"), sent[0]?.body]).toEqual([`"${revision}"`, altText(saved)]);
});

/** Simulates a reload: only the browser's storage remains. */
function reload(): void {
	const storage = { ...localStorage };
	close();
	clearToken();
	Object.assign(localStorage, storage);
	setToken("t");
}

test("unsaved alt text survives a reload until discarded", async () => {
	render(form("", "r1"));
	expect(screen.queryByText(text("draft"))).toBeNull();
	fireEvent.change(english(), { target: { value: "Mine" } });
	reload();
	render(form("", "r1"));
	expect(english().value).toBe("Mine");
	expect(screen.getByText(text("draft"))).toBeDefined();
	press(text("draftDrop"));
	expect([english().value, screen.queryByText(text("draft"))]).toEqual(["", null]);
	expect(document.activeElement).toBe(screen.getByRole("button", { name: text("save") }));

	fireEvent.change(english(), { target: { value: "Mine again" } });
	const file = mediaFile({ revision: "r2", alt_text: altText("Mine again") });
	serve({ "PUT /admin/media/file": () => Response.json({ file, used_on: [], used_in: [], widths: [] }) });
	press(text("save"));
	expect(await screen.findByText(text("saved"))).toBeDefined();
	expect([english().value, screen.queryByText(text("draft"))]).toEqual(["Mine again", null]);
	reload();
	render(form("Later ones", "r3"));
	expect(english().value).toBe("Later ones");
});

test("draft after a reload does not overwrite another user's text", async () => {
	render(form("", "r1"));
	fireEvent.change(english(), { target: { value: "Mine" } });
	reload();
	const row = mediaFile({ revision: "r2", alt_text: altText("Theirs") });
	serve({ "PUT /admin/media/file": () => problem(412, "changed", { row }) });
	render(form("Theirs", "r2"));
	expect(english().value).toBe("Mine");
	press(text("save"));
	expect(await screen.findByText("Theirs")).toBeDefined();
	expect(sent[0]?.headers.get("if-match")).toBe('"r1"');
	screen.getByRole("button", { name: text("staleTake") }).focus();
	press(text("staleTake"));
	expect(english().value).toBe("Theirs");
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: text("save") })));
});

test("read-only user sees the saved text instead of a draft", () => {
	const { rerender } = render(form("", "r1"));
	fireEvent.change(english(), { target: { value: "Mine" } });
	rerender(form("", "r1", false));
	expect([english().value, screen.queryByText(text("draft"))]).toEqual(["", null]);
});

test.each(["Mine, and more", "Old"])("alt text typed while saving stays a draft: %s", async (since) => {
	const file = mediaFile({ revision: "r2", alt_text: altText("Mine") });
	const answers: (() => void)[] = [];
	const put = async () => {
		await new Promise<void>((resolve) => answers.push(resolve));
		return Response.json({ file, used_on: [], used_in: [], widths: [] });
	};
	serve({ "PUT /admin/media/file": put });
	render(form("Old", "r1"));
	fireEvent.change(english(), { target: { value: "Mine" } });
	press(text("save"));
	await waitFor(() => expect(answers).toHaveLength(1));
	fireEvent.change(english(), { target: { value: since } });
	answers[0]?.();
	expect(await screen.findByText(text("saved"))).toBeDefined();
	expect([english().value, screen.queryByText(text("draft")) !== null]).toEqual([since, true]);
	reload();
	serve({});
	render(form("Mine", "r2"));
	expect(english().value).toBe(since);
	press(text("save"));
	await waitFor(() => expect(sent).toHaveLength(1));
	expect([sent[0]?.headers.get("if-match"), sent[0]?.body]).toEqual(['"r2"', altText(since)]);
});
