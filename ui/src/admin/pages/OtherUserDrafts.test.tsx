import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { localDraftsOf } from "@/admin/pages/editor/localDrafts";
import { OtherUserDrafts } from "@/admin/pages/OtherUserDrafts";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(() => {
	cleanup();
	localStorage.clear();
});

const ann = { id: "1", name: "ann" };
const ben = { id: "2", name: "ben" };
const eve = { id: "3", name: "eve" };

test("all drafts of one author are discarded after a confirmation", async () => {
	const entry = (at: number) => ({ text: "secret", base: "", revision: "1", at });
	await localDraftsOf("p1", "zh", ann).write(entry(0));
	await localDraftsOf("p1", "en", ann).write(entry(60_000));
	await localDraftsOf("p1", "en", ben).write(entry(0));
	await localDraftsOf("p1", "en", eve).write(entry(0));
	await localDraftsOf("p1", "en", { id: "4", name: "tom" }).write({ ...entry(0), text: "had" });
	render(
		<MemoryRouter>
			<OtherUserDrafts id="p1" by={eve.id} saved={["had"]} />
		</MemoryRouter>,
	);
	const message = await screen.findByText(/ann has unsaved changes .* last edited 1970-01-01 00:01 UTC/);
	expect(screen.getAllByRole("status")).toHaveLength(2);
	expect(screen.queryByText(/secret/)).toBeNull();
	fireEvent.click(screen.getByRole("button", { name: "Discard ann’s changes" }));
	const sure = within(screen.getByRole("group", { name: "Discard ann’s changes" }));
	fireEvent.click(sure.getByRole("button", { name: "Discard" }));
	expect(message.isConnected).toBe(false);
	await waitFor(async () => expect(await localDraftsOf("p1", "zh", ann).drafts()).toEqual([]));
	expect(await localDraftsOf("p1", "en", ben).drafts()).toHaveLength(1);
	expect(await localDraftsOf("p1", "en", eve).drafts()).toHaveLength(1);
});
