import { cleanup, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { AssistantButton } from "@/app/AssistantButton";
import { docsHandle, renderPage } from "@/testing/page";

afterEach(cleanup);

const data = { head: { title: "A" } };

test("assistant button is announced as the opener of a dialog", () => {
	renderPage(<AssistantButton />, { path: "/en/docs/a", handle: docsHandle, data });
	const link = screen.getByRole("link", { name: "Ask the assistant" });
	expect(link.getAttribute("aria-haspopup")).toBe("dialog");
	expect(link.getAttribute("href")).toBe("/index/en/assistant");
});

test("without JavaScript, the assistant button is a plain link", () => {
	const route = { id: "page", path: "*", handle: docsHandle, element: <AssistantButton />, loader: () => data };
	const hydrationData = { loaderData: { page: data } };
	const router = createMemoryRouter([route], { initialEntries: ["/en/docs/a"], hydrationData });
	const html = renderToString(<RouterProvider router={router} />);
	expect(html).toContain("Ask the assistant");
	expect(html).not.toContain("aria-haspopup");
});

const files = import.meta.glob<string>(
	["../../../content/pages/*/guide/assistant.md", "../../../server/crates/assistant/src/embed.js"],
	{ query: "?raw", import: "default", eager: true },
);

test.each([
	["zh", "询问助手"],
	["en", "Ask the assistant"],
])(
	"assistant button has the same name in the interface, the guide, and the embedded script in %s",
	(language, name) => {
		renderPage(<AssistantButton />, { path: `/${language}/docs/a`, handle: docsHandle, data });
		expect(screen.getByRole("link").textContent).toBe(name);
		const at = (file: string) => Object.entries(files).find(([path]) => path.endsWith(file))?.[1];
		const guide = at(`${language}/guide/assistant.md`);
		expect(guide).toContain(`**${name}**`);
		expect(guide).toMatch(new RegExp(`\\| \`data-label\` \\|[^\\n]*“${name}”`));
		expect(at("embed.js")).toContain(`${language}: { open: "${name}"`);
	},
);
