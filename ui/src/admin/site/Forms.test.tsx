// Forms of the site files: concurrent changes of another user, reloads, and use by keyboard.
import { clearToken } from "@pailou/core";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sheet } from "@/admin/config/testing";
import { siteText } from "@/admin/site/siteText";
import { bodiesOf, close, open, problem, sent, serve, user } from "@/admin/testing";
import type { ConfigValue } from "@/shared/http/types";

const text = (key: Parameters<typeof siteText>[1], values = {}) => siteText("en-US", key, values);
const about = "PUT /admin/config/site.json";
const links = "PUT /admin/config/navigation.json";

afterEach(() => {
	close();
	clearToken();
	localStorage.clear();
});

const link = (name: string) => ({ label: { zh: name, en: name }, to: `/${name}` });

/** A test server on which other users can publish site files, too. It rejects requests with an old revision. */
function site(bodies: Record<string, object>, who = user) {
	const values = new Map<string, ConfigValue>();
	let pending = Promise.resolve();
	const publish = (name: string, body: string) => {
		const revision = `${Number(values.get(name)?.revision ?? 0) + 1}`;
		const value: ConfigValue = {
			...sheet,
			name,
			media_type: "application/json",
			revision,
			version: Number(revision),
			bytes: body.length,
			author: "bob",
			body,
		};
		values.set(name, value);
		return value;
	};
	for (const [name, body] of Object.entries(bodies)) publish(name, JSON.stringify(body));
	const answersOf = (name: string) => ({
		[`GET /admin/config/${name}`]: () => Response.json(values.get(name)),
		[`PUT /admin/config/${name}`]: async ({ headers, body }: { headers: Headers; body: unknown }) => {
			await pending;
			const row = values.get(name);
			if (row && headers.get("if-match") === null) return problem(428, "precondition-required");
			if (row && headers.get("if-match") !== `"${row.revision}"`) return problem(412, "stale", { row });
			const published = typeof body === "object" && body !== null && "body" in body ? body.body : "";
			return Response.json(publish(name, String(published)));
		},
	});
	serve({
		"GET /me": () => Response.json(who),
		"GET /admin/publish-gates": () => Response.json({ docs: "alone", landing: "alone", news: "alone", revision: "a" }),
		"GET /admin/site": () =>
			Response.json({ title: { "zh-CN": "站", "en-US": "Site" }, edit_url: null, offline: false, origins: [] }),
		"GET /admin/config": () => Response.json([...values.values()]),
		...answersOf("site.json"),
		...answersOf("navigation.json"),
	});
	open("/admin/site");
	return {
		elsewhere: (name: string, body: object) => void publish(name, JSON.stringify(body)),
		/** Delays the responses to publish requests until the returned function is called. */
		hold() {
			const answers: (() => void)[] = [];
			pending = new Promise((resolve) => answers.push(resolve));
			return () => answers[0]?.();
		},
	};
}

async function formOf(title: "aboutTitle" | "navigationTitle") {
	const form = await screen.findByRole("form", { name: text(title) });
	const inside = within(form);
	const field = (label: string) => inside.getByLabelText<HTMLInputElement>(label);
	const button = (name: string) => inside.getByRole("button", { name });
	return {
		form,
		inside,
		field,
		button,
		offers: (name: string) => inside.queryByRole("button", { name }) !== null,
		type: (label: string, value: string) => fireEvent.change(field(label), { target: { value } }),
		/** Clicks a button that has the focus, as with the keyboard. */
		press(name: string) {
			button(name).focus();
			fireEvent.click(button(name));
		},
		named: () => [field(text("titleZh")).value, field(text("titleEn")).value],
		/** Published site files, in order. */
		published: (what: string) =>
			bodiesOf(what).map((sent) =>
				JSON.parse(typeof sent === "object" && sent !== null && "body" in sent ? String(sent.body) : "null"),
			),
	};
}

test("another user's changes are merged and published", async () => {
	const { elsewhere } = site({ "site.json": { title: { zh: "站", en: "Site" } } });
	const { type, press, inside, named, offers, published } = await formOf("aboutTitle");
	type(text("titleZh"), "我的站");
	elsewhere("site.json", { title: { zh: "站", en: "Theirs" } });
	press(text("publish"));
	expect(await inside.findByText(text("staleTaken", { field: text("titleEn") }))).toBeDefined();
	expect(inside.getByText(text("staleAgain"))).toBeDefined();
	expect(named()).toEqual(["我的站", "Theirs"]);
	expect(offers(text("staleTakeName", { field: text("titleEn") }))).toBe(false);
	press(text("publish"));
	expect(await inside.findByText(text("done"))).toBeDefined();
	expect(published(about).at(-1)).toEqual({ title: { zh: "我的站", en: "Theirs" } });
	expect(sent.filter(({ what }) => what === about).map(({ headers }) => headers.get("if-match"))).toEqual([
		'"1"',
		'"2"',
	]);
	expect(inside.queryByText(text("stale"))).toBeNull();
});

test.each([
	["published value is used", text("staleTakeName", { field: text("titleEn") }), "Theirs"],
	["own value is kept", text("staleKeepName", { field: text("titleEn") }), "Mine"],
])("conflict must be resolved before publishing: %s", async (_, choice, expected) => {
	const { elsewhere } = site({ "site.json": { title: { zh: "站", en: "Site" } } });
	const { type, press, button, inside, named, published } = await formOf("aboutTitle");
	type(text("titleEn"), "Mine");
	type(text("titleZh"), "我的站");
	elsewhere("site.json", { title: { zh: "站", en: "Theirs" } });
	press(text("publish"));
	const sides = await inside.findAllByRole("definition");
	expect(sides.map(({ textContent }) => textContent)).toEqual(["Theirs", "Mine"]);
	expect(named()).toEqual(["我的站", "Mine"]);
	await waitFor(() => expect(button(text("publish")).getAttribute("aria-disabled")).toBe("true"));
	press(text("publish"));
	expect(bodiesOf(about)).toHaveLength(1);
	press(choice);
	expect(document.activeElement).toBe(button(text("publish")));
	expect(named()).toEqual(["我的站", expected]);
	press(text("publish"));
	expect(await inside.findByText(text("done"))).toBeDefined();
	expect(published(about).at(-1)).toEqual({ title: { zh: "我的站", en: expected } });
});

test("focus moves to the next conflicting field after a conflict is resolved", async () => {
	const { elsewhere } = site({ "site.json": { title: { zh: "站", en: "Site" } } });
	const { type, press, button, inside } = await formOf("aboutTitle");
	type(text("titleEn"), "Mine");
	type(text("titleZh"), "我的站");
	elsewhere("site.json", { title: { zh: "他的站", en: "Theirs" } });
	press(text("publish"));
	expect(await inside.findByText(text("staleChoose"))).toBeDefined();
	press(text("staleTakeName", { field: text("titleZh") }));
	expect(document.activeElement).toBe(button(text("staleTakeName", { field: text("titleEn") })));
});

test("publishing an unchanged form does not overwrite unseen changes of another user", async () => {
	const { elsewhere } = site({});
	const { press, inside, named } = await formOf("aboutTitle");
	elsewhere("site.json", { title: { zh: "他的站", en: "Theirs" } });
	press(text("publish"));
	expect(await inside.findByText(text("staleTaken", { field: text("titleEn") }))).toBeDefined();
	expect(named()).toEqual(["他的站", "Theirs"]);
	expect(inside.queryByText(text("staleAgain"))).toBeNull();
});

test("conflict in a list of links shows the lists of both users", async () => {
	const { elsewhere } = site({ "navigation.json": { header: [link("a")] } });
	const { press, inside, button, published } = await formOf("navigationTitle");
	fireEvent.change(inside.getByLabelText(text("labelEn")), { target: { value: "mine" } });
	elsewhere("navigation.json", { header: [link("a"), link("theirs")], footer: [link("b")] });
	press(text("publish"));
	const sides = await inside.findAllByRole("definition");
	const actual = sides.map((side) =>
		within(side)
			.getAllByRole("listitem")
			.map(({ textContent }) => textContent),
	);
	expect(actual).toEqual([["a a /a", "theirs theirs /theirs"], ["a mine /a"]]);
	expect(inside.getByText(text("staleTaken", { field: text("footer") }))).toBeDefined();
	press(text("staleKeepName", { field: text("header") }));
	expect(document.activeElement).toBe(button(text("publish")));
	press(text("publish"));
	expect(await inside.findByText(text("done"))).toBeDefined();
	expect(published(links).at(-1)).toEqual({
		header: [{ ...link("a"), label: { zh: "a", en: "mine" } }],
		footer: [link("b")],
	});
});

test("restored draft is merged with the published file", async () => {
	const old = { title: { zh: "站", en: "Site" } };
	site({ "site.json": old });
	const before = await formOf("aboutTitle");
	before.type(text("titleZh"), "我的站");
	// After a reload only the browser's storage remains.
	const storage = { ...localStorage };
	close();
	clearToken();
	Object.assign(localStorage, storage);
	const { elsewhere } = site({ "site.json": old });
	elsewhere("site.json", { title: { zh: "站", en: "Theirs" } });
	const { inside, named, press, button } = await formOf("aboutTitle");
	expect(inside.getByText(text("draft"))).toBeDefined();
	expect(inside.getByText(text("staleTaken", { field: text("titleEn") }))).toBeDefined();
	expect(named()).toEqual(["我的站", "Theirs"]);
	press(text("draftDrop"));
	expect(named()).toEqual(["站", "Theirs"]);
	expect(document.activeElement).toBe(button(text("publish")));
	expect([inside.queryByText(text("draft")), inside.queryByText(text("stale"))]).toEqual([null, null]);
});

test("draft of the navigation form is restored only for its author", async () => {
	site({ "navigation.json": { header: [link("a")] } });
	const { inside } = await formOf("navigationTitle");
	fireEvent.change(inside.getByLabelText(text("to")), { target: { value: "/mine" } });
	close();
	site({ "navigation.json": { header: [link("a")] } }, { ...user, id: "2", name: "bob" });
	const others = await formOf("navigationTitle");
	expect(others.inside.getByLabelText<HTMLInputElement>(text("to")).value).toBe("/a");
	expect(others.inside.queryByText(text("draft"))).toBeNull();
	close();
	site({ "navigation.json": { header: [link("a")] } });
	const again = await formOf("navigationTitle");
	expect(again.inside.getByLabelText<HTMLInputElement>(text("to")).value).toBe("/mine");
	again.press(text("publish"));
	expect(await again.inside.findByText(text("done"))).toBeDefined();
	expect(again.inside.queryByText(text("draft"))).toBeNull();
	expect(Object.keys(localStorage).filter((key) => key.includes("navigation.json"))).toEqual([]);
});

test("typed spaces are kept until the site name is published", async () => {
	site({ "site.json": { title: { en: "My" } } });
	const { type, field, press, inside, published } = await formOf("aboutTitle");
	type(text("titleEn"), "My ");
	expect(field(text("titleEn")).value).toBe("My ");
	press(text("publish"));
	expect(await inside.findByText(text("done"))).toBeDefined();
	expect(published(about)).toEqual([{ title: { en: "My" } }]);
	expect(field(text("titleEn")).value).toBe("My");
});

test("focus moves to another control if the pressed button is removed", async () => {
	site({ "navigation.json": {} });
	const { form, press, inside, button } = await formOf("navigationTitle");
	const list = text("header");
	const entry = (number: number) => within(inside.getByRole("group", { name: text("entry", { list, number }) }));
	press(text("writeOwnName", { list }));
	expect(document.activeElement).toBe(entry(1).getByLabelText(text("labelZh")));
	const remove = (number: number) => press(text("removeName", { entry: text("entry", { list, number }) }));
	remove(2);
	expect(entry(2).getByLabelText<HTMLInputElement>(text("to")).value).toBe("/localization");
	expect(entry(2).getAllByRole("button")).toContain(document.activeElement);
	remove(3);
	expect(entry(2).getAllByRole("button")).toContain(document.activeElement);
	remove(1);
	remove(1);
	expect(document.activeElement).toBe(button(text("addName", { list })));
	press(text("useBuiltInName", { list }));
	expect(document.activeElement).toBe(button(text("writeOwnName", { list })));

	// Enter in a field publishes, and the field keeps the focus.
	press(text("writeOwnName", { list }));
	const field = entry(1).getByLabelText<HTMLInputElement>(text("labelEn"));
	field.focus();
	fireEvent.change(field, { target: { value: "Manual" } });
	fireEvent.submit(form);
	expect(await inside.findByText(text("done"))).toBeDefined();
	expect(document.activeElement).toBe(field);
});

test("button to add a link is disabled with a reason when the list has 16 links", async () => {
	site({ "navigation.json": { header: Array.from({ length: 15 }, (_, at) => link(`${at}`)) } });
	const { press, inside, button } = await formOf("navigationTitle");
	const add = text("addName", { list: text("header") });
	const count = () => inside.getAllByRole("group").length;
	expect([button(add).getAttribute("aria-disabled"), inside.queryByText(text("body.too-many"))]).toEqual([
		"false",
		null,
	]);
	press(add);
	expect(count()).toBe(16);
	expect(button(add).getAttribute("aria-disabled")).toBe("true");
	expect(button(add).getAttribute("aria-describedby")).toBe(inside.getByText(text("body.too-many")).id);
	press(add);
	expect(count()).toBe(16);
});

test.each([
	["something else", "Mine, and more"],
	["previously published value", "Site"],
])("input during publishing stays a draft: %s", async (_, since) => {
	const { hold } = site({ "site.json": { title: { zh: "站", en: "Site" } } });
	const { type, press, inside, named, published } = await formOf("aboutTitle");
	type(text("titleZh"), "我的站");
	type(text("titleEn"), "Mine");
	const go = hold();
	press(text("publish"));
	await waitFor(() => expect(bodiesOf(about)).toHaveLength(1));
	type(text("titleEn"), since);
	go();
	expect(await inside.findByText(text("done"))).toBeDefined();
	expect(named()).toEqual(["我的站", since]);
	expect(inside.getByText(text("draft"))).toBeDefined();
	expect(inside.queryByText(text("staleTaken", { field: text("titleZh") }))).toBeNull();
	const { was, mine } = JSON.parse(Object.values({ ...localStorage }).find((value) => value.includes("mine")) ?? "{}");
	expect([JSON.parse(was), JSON.parse(mine)]).toEqual([
		{ title: { zh: "我的站", en: "Mine" } },
		{ title: { zh: "我的站", en: since } },
	]);
	press(text("publish"));
	await waitFor(() => expect(inside.queryByText(text("draft"))).toBeNull());
	expect(published(about).at(-1)).toEqual({ title: { zh: "我的站", en: since } });
});
