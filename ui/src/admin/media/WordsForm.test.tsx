import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mediaText } from "@/admin/media/mediaText";
import { mediaFile } from "@/admin/media/testing";
import { WordsForm } from "@/admin/media/WordsForm";
import { close, sent, serve } from "@/admin/testing";
import { chooseLocale } from "@/shared/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

const words = (english: string) => ({ "zh-CN": "", "en-US": english, decorative: false });

test.each<[name: string, typed: string | undefined, now: string, revision: string, saved: string]>([
	["a new picture with the same words takes over what is typed", "Mine", "", "r2", "Mine"],
	["words of others are taken over where nothing is typed", undefined, "Theirs", "r2", "Theirs"],
	["words of others are not written over unseen", "Mine", "Theirs", "r1", "Mine"],
])("%s", async (_name, typed, now, revision, saved) => {
	serve({});
	const form = (english: string, revision: string) => (
		<MemoryRouter>
			<WordsForm file={mediaFile({ revision, words: words(english) })} mayChange saved={async () => {}} />
		</MemoryRouter>
	);
	const { rerender } = render(form("", "r1"));
	const field = screen.getByLabelText(mediaText("en-US", "wordsIn", { language: "English" }));
	if (typed !== undefined) fireEvent.change(field, { target: { value: typed } });
	rerender(form(now, "r2"));
	fireEvent.click(screen.getByRole("button", { name: mediaText("en-US", "save") }));
	await waitFor(() => expect(sent).toHaveLength(1));
	expect([sent[0]?.headers.get("if-match"), sent[0]?.body]).toEqual([`"${revision}"`, words(saved)]);
});
