import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { useLinks } from "@/app/useLinks";
import { site } from "@/testing/fakeServer";

afterEach(cleanup);

function Links() {
	return useLinks("header").map(({ to, label }) => (
		<a key={to} href={to}>
			{label}
		</a>
	));
}

test.each([
	[true, ["Docs", "News", "Assistant", "Translation status", "Site statistics"]],
	[false, ["Docs", "Assistant", "Translation status", "Site statistics"]],
])("header links to the news if the site has news: %s", (news, expected) => {
	const data = { ...site, news };
	const router = createMemoryRouter([{ id: "frame", path: "/en", loader: () => data, element: <Links /> }], {
		initialEntries: ["/en"],
		hydrationData: { loaderData: { frame: data } },
	});
	render(<RouterProvider router={router} />);
	expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(expected);
});
