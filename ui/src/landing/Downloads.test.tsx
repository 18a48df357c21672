import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Downloads } from "@/landing/Downloads";
import { chooseLocale } from "@/shared/i18n/locale";

beforeEach(() => chooseLocale("en-US"));
afterEach(cleanup);

test("unknown size and checksum are shown as unknown", () => {
	const file = { name: "gate.zip", platform: "", size: null, sha256: null };
	const files = [
		{ ...file, url: "/a" },
		{ ...file, url: "/b", size: 18_400_000, sha256: "ab" },
	];
	render(
		<MemoryRouter initialEntries={["/en"]}>
			<Downloads release={{ version: "1.0", files }} />
		</MemoryRouter>,
	);
	const [, ...rows] = screen.getAllByRole("row");
	const actual = rows.map((row) =>
		within(row)
			.getAllByRole("cell")
			.map(({ textContent }) => textContent),
	);
	expect(actual).toEqual([
		["Any platform", "—Unknown", "—Unknown"],
		["Any platform", "18 MB", "ab"],
	]);
});
