import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Change } from "@/admin/log/Change";
import { chooseLocale } from "@/shared/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(cleanup);

function show(before: string | null, after: string | null) {
	render(
		<MemoryRouter initialEntries={["/admin/log"]}>
			<Change before={before} after={after} />
		</MemoryRouter>,
	);
}

const all = (role: "deletion" | "insertion" | "term") =>
	screen.queryAllByRole(role, { hidden: true }).map((element) => element.textContent?.trim());

test("only what changed is set off, field by field", () => {
	show('{"role":"editor","name":"ann","areas":[]}', '{"role":"owner","name":"ann","areas":["docs"],"new":true}');
	expect(all("deletion")).toEqual(["Before Editor", "Before All"]);
	expect(all("insertion")).toEqual(["After Owner", "After Documentation", "After Yes"]);
	expect(all("term")).toEqual(["Role", "Areas", "new"]);
});

test("where nothing was there is what is new", () => {
	show(null, '{"path":"a"}');
	expect([all("deletion"), all("insertion")]).toEqual([[], ["After a"]]);
});

test("a text and a moment are said by themselves", () => {
	vi.stubEnv("TZ", "Asia/Shanghai");
	show('"Phone"', "1795449770694");
	expect(screen.getByText("Phone")).toBeTruthy();
	expect(screen.getByText("2026-11-24 00:02 GMT+8")).toBeTruthy();
});

test("where the server knows of nothing before there is only what came after", () => {
	show("null", "1");
	expect(all("term")).toEqual(["After"]);
});

test.each(["[1]", "<b>no JSON</b>", "7"])("%s is shown as it is", (said) => {
	show(said, null);
	expect(screen.getByText(said)).toBeTruthy();
});
