// Concurrent changes of an account by two administrators.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bodiesOf, click, close, open, problem, row, sent, serve } from "@/admin/testing";
import type { ListedUser } from "@/shared/http/types";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(close);

const put = "PUT /admin/users/2";
const analyst: ListedUser = { ...row, name: "eve", role: "analyst" };
const bodyOf = ({ name, role, locales, areas, disabled }: ListedUser) => ({ name, role, locales, areas, disabled });

/**
 * Opens the form of an account. For each of `changes`, one save fails because another administrator has made that
 * change.
 */
async function overtaken(was: ListedUser, ...changes: Partial<ListedUser>[]) {
	const rows = changes.map((change, at) => ({ ...was, ...change, revision: `${at + 2}` }));
	serve({
		"GET /admin/users": () => Response.json([was]),
		[put]: ({ headers }) => {
			const current = rows[Math.min(bodiesOf(put).length, rows.length) - 1];
			const isSeen = headers.get("if-match") === `"${current?.revision}"`;
			return isSeen ? Response.json(current) : problem(412, "stale", { row: current });
		},
	});
	open("/admin/users");
	await click(`Change ${was.name}`);
	const form = within(await screen.findByRole("form", { name: `Change ${was.name}` }));
	const name = form.getByLabelText<HTMLInputElement>("Name");
	const role = form.getByLabelText<HTMLSelectElement>(/^Role/);
	return {
		rename: (value: string) => fireEvent.change(name, { target: { value } }),
		choose: (value: string) => fireEvent.change(role, { target: { value } }),
		tick: (box: string | RegExp) => fireEvent.click(form.getByRole("checkbox", { name: box })),
		filled: () => [name.value, role.value],
		/** Fields that the other administrator has changed, and conflicting fields, as displayed. */
		messages: async () => (await form.findAllByRole("listitem")).map(({ textContent }) => textContent),
	};
}

const isOffered = (name: string) => screen.queryByRole("button", { name }) !== null;

test("another administrator's account changes are merged and saved", async () => {
	const { choose, messages, filled } = await overtaken(analyst, { name: "Annalise" });
	choose("reviewer");
	await click("Save");
	expect(await messages()).toEqual(["Name: now “Annalise”, entered in the form"]);
	expect(screen.getByText(/Your changes are still in the form/)).toBeTruthy();
	expect(filled()).toEqual(["Annalise", "reviewer"]);
	expect(isOffered("Save mine anyway")).toBe(false);
	await click("Save");
	expect(await screen.findByText("Saved.")).toBeTruthy();
	expect(bodiesOf(put)[1]).toEqual({ ...bodyOf(analyst), name: "Annalise", role: "reviewer" });
	expect(sent.filter(({ what }) => what === put).map(({ headers }) => headers.get("if-match"))).toEqual(['"1"', '"2"']);
});

test("conflicting account fields must be resolved before saving", async () => {
	const { rename, tick, messages, filled } = await overtaken(analyst, { name: "Annalise", role: "editor" });
	rename("Anna");
	tick(/^Disabled/);
	await click("Save");
	expect(await messages()).toEqual(["Role: now “Editor”, entered in the form", "Name: now “Annalise”, yours “Anna”"]);
	expect(filled()).toEqual(["Anna", "editor"]);
	const save = screen.getByRole("button", { name: "Save" });
	expect(save.getAttribute("aria-disabled")).toBe("true");
	fireEvent.click(save);
	expect(bodiesOf(put)).toHaveLength(1);
	await click("Save mine anyway");
	expect(await screen.findByText("Saved.")).toBeTruthy();
	expect(bodiesOf(put)[1]).toEqual({ ...bodyOf(analyst), name: "Anna", role: "editor", disabled: true });
});

test("entering the current account value resolves the conflict", async () => {
	const { rename, choose, messages } = await overtaken(analyst, { name: "Annalise" });
	rename("Anna");
	choose("reviewer");
	await click("Save");
	expect(await messages()).toEqual(["Name: now “Annalise”, yours “Anna”"]);
	rename("Annalise");
	expect(isOffered("Save mine anyway")).toBe(false);
	await click("Save");
	expect(await screen.findByText("Saved.")).toBeTruthy();
});

test("resolved conflict reappears only if another administrator changes the same field again", async () => {
	const { rename, messages } = await overtaken(
		analyst,
		{ name: "Annalise" },
		{ name: "Annalise", role: "reviewer" },
		{ name: "Anneliese", role: "reviewer" },
	);
	rename("Anna");
	await click("Save");
	expect(await messages()).toEqual(["Name: now “Annalise”, yours “Anna”"]);
	await click("Save mine anyway");
	expect(await screen.findByText("Role: now “Reviewer”, entered in the form")).toBeTruthy();
	expect(isOffered("Save mine anyway")).toBe(false);
	await click("Save");
	expect(await screen.findByText("Name: now “Anneliese”, yours “Anna”")).toBeTruthy();
	await click("Save mine anyway");
	expect(await screen.findByText("Saved.")).toBeTruthy();
	expect(bodiesOf(put)[3]).toEqual({ ...bodyOf(analyst), name: "Anna", role: "reviewer" });
});

test("role conflict includes the access scope", async () => {
	const { choose, messages, filled } = await overtaken({ ...row, locales: ["zh"] }, { role: "analyst", locales: [] });
	choose("translator");
	await click("Save");
	expect(await messages()).toEqual([
		"Role: now “Analyst”, yours “Translator”",
		"Languages: now “All”, yours “Chinese”",
	]);
	await click("Use the current value");
	expect(filled()).toEqual(["bob", "analyst"]);
	expect(screen.queryByText(/Someone else/)).toBeNull();
	const save = screen.getByRole("button", { name: "Save" });
	await waitFor(() => expect(save.getAttribute("aria-disabled")).toBe("false"));
	fireEvent.click(save);
	expect(await screen.findByText("Saved.")).toBeTruthy();
	expect(bodiesOf(put)[1]).toMatchObject({ role: "analyst", locales: [] });
});

test("access scope is removed if both administrators choose a role without scope", async () => {
	const { choose } = await overtaken({ ...row, locales: ["zh"] }, { role: "reviewer", locales: [] });
	choose("reviewer");
	await click("Save");
	expect(await screen.findByText(/Someone else/)).toBeTruthy();
	expect(screen.queryByText(/Your changes/), "the form shows the saved values").toBeNull();
	await click("Save");
	expect(await screen.findByText("Saved.")).toBeTruthy();
	expect(bodiesOf(put)[1]).toMatchObject({ role: "reviewer", locales: [] });
});

test("access scope is kept while a role without scope is selected", async () => {
	const { choose } = await overtaken({ ...row, locales: ["zh"] }, { name: "rob", locales: ["zh"] });
	choose("admin");
	await click("Save");
	expect(await screen.findByDisplayValue("rob")).toBeTruthy();
	choose("editor");
	await click("Save");
	expect(await screen.findByText("Saved.")).toBeTruthy();
	expect(bodiesOf(put)[1]).toMatchObject({ name: "rob", role: "editor", locales: ["zh"] });
});
