import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sheet, text } from "@/admin/config/testing";
import { stateText } from "@/admin/config/Values";
import { close, open, serve } from "@/admin/testing";
import type { ConfigValue } from "@/shared/http/types";

const listed = (...values: ConfigValue[]) => serve({ "GET /admin/config": () => Response.json([values.shift()]) });

afterEach(() => {
	cleanup();
	close();
});

test("unconfirmed stylesheet shows the time left", async () => {
	listed({ ...sheet, version: 5, confirm_in: 42_000 });
	open("/admin/config");
	const { textContent } = await screen.findByRole("timer");
	expect([42, 41].map((seconds) => text("unconfirmed", { seconds }))).toContain(textContent);
});

test("stylesheet not confirmed in time is replaced by the previous one", async () => {
	listed({ ...sheet, version: 5, confirm_in: 0 }, sheet);
	open("/admin/config");
	expect((await screen.findByRole("timer")).textContent).toBe(text("unconfirmed", { seconds: 0 }));
	expect(await screen.findByText(stateText("en-US", sheet))).toBeDefined();
	expect(screen.queryByRole("timer")).toBeNull();
});
