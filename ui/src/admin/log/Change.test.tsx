import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
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

const all = (role: "deletion" | "insertion" | "definition") =>
	screen.queryAllByRole(role, { hidden: true }).map((element) => element.textContent?.trim());

test("only what changed is set off, field by field", () => {
	show('{"role":"editor","name":"ann","areas":[]}', '{"role":"owner","name":"ann","areas":["docs"],"new":true}');
	expect(all("deletion")).toEqual(["Before editor", "Before []"]);
	expect(all("insertion")).toEqual(["After owner", 'After ["docs"]', "After true"]);
	expect(all("definition")[1]).toBe("ann");
});

test("where nothing was there is what is new", () => {
	show(null, '{"path":"a"}');
	expect([all("deletion"), all("insertion")]).toEqual([[], ["After a"]]);
});

test.each(["[1]", "<b>no JSON</b>", "7"])("%s is shown as it is", (said) => {
	show(said, null);
	expect(screen.getByText(said)).toBeTruthy();
});
