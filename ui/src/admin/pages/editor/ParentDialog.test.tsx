import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { preferPlainEditor, preview } from "@/admin/pages/editor/testing";
import { listed, page, writtenPage, writtenText } from "@/admin/pages/testing";
import { open, sent, serve } from "@/admin/testing";
import type { WrittenPage } from "@/shared/http/types";

preferPlainEditor();

const proxy = page({ id: "p2", zh: null, en: listed("en-US", { title: "Proxy", path: "guide/proxy" }) });

/** Opens the dialog on a page of the documentation. */
async function begin(parent: WrittenPage["parent"], put: () => Response) {
	const written = writtenPage({ zh: null, en: writtenText("en-US", "# Limits\n"), parent });
	serve({
		"GET /admin/pages/p1": () => Response.json(written),
		"GET /admin/pages": () => Response.json([proxy, page({ id: "p1" })], { headers: { "x-total-count": "2" } }),
		"POST /admin/pages/p1/presence": () => Response.json([]),
		"POST /admin/pages/p1/en/preview": () => Response.json(preview),
		"PUT /admin/pages/p1/parent": put,
	});
	open("/admin/pages/p1");
	fireEvent.click(await screen.findByRole("button", { name: "Parent page…" }));
	return within(await screen.findByRole("dialog", { hidden: true }));
}

const body = () => sent.find(({ what }) => what === "PUT /admin/pages/p1/parent")?.body;

test("chosen page becomes the navigation parent", async () => {
	const dialog = await begin(null, () => Response.json(writtenPage()));
	expect(dialog.getByText(/determined by its URL/)).toBeTruthy();
	expect(dialog.queryByRole("button", { name: "Use the URL", hidden: true })).toBeNull();
	fireEvent.change(dialog.getByLabelText("Find a page"), { target: { value: "pro" } });
	fireEvent.click(dialog.getByRole("button", { name: "Find", hidden: true }));
	const found = await dialog.findByRole("list", { hidden: true });
	// The page cannot be chosen as its own parent.
	expect(within(found).getAllByRole("button", { hidden: true })).toHaveLength(1);
	fireEvent.click(within(found).getByRole("button", { name: /Proxy/, hidden: true }));
	await screen.findByText("The navigation now lists the page below “Proxy”.");
	expect(body()).toEqual({ parent: "p2" });
	const request = sent.find(({ what }) => what === "GET /admin/pages");
	expect(new URLSearchParams(request?.query).get("area")).toBe("docs");
});

test("button “Use the URL” removes the navigation parent", async () => {
	const parent = { id: "p2", locale: "en-US", path: "guide/proxy", title: "Proxy" } as const;
	const dialog = await begin(parent, () => Response.json(writtenPage()));
	expect(dialog.getByText("Proxy")).toBeTruthy();
	fireEvent.click(dialog.getByRole("button", { name: "Use the URL", hidden: true }));
	await waitFor(() => expect(body()).toEqual({ parent: null }));
});

test("choosing a descendant as the parent shows an error", async () => {
	const problem = {
		type: "/problems/invalid",
		title: "Unprocessable Content",
		status: 422,
		code: "invalid",
		detail: "",
		errors: [{ field: "parent", code: "below-itself", detail: "" }],
	};
	const refused = () =>
		Response.json(problem, { status: 422, headers: { "content-type": "application/problem+json" } });
	const dialog = await begin(null, refused);
	fireEvent.click(dialog.getByRole("button", { name: "Find", hidden: true }));
	fireEvent.click(await dialog.findByRole("button", { name: /Proxy/, hidden: true }));
	await dialog.findByText("That page is below this page. Choose another page.");
});
