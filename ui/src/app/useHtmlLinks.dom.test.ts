import { expect, test } from "vitest";
import { clickedRoute } from "@/app/useHtmlLinks";

const origin = "http://127.0.0.1:8080";

function clicked(link: string, event: MouseEventInit = {}): string | undefined {
	document.body.innerHTML = `<p>${link}</p>`;
	let route: string | undefined;
	const look = (event: Event) => {
		if (event instanceof MouseEvent) route = clickedRoute(event, origin);
		event.preventDefault();
	};
	document.body.addEventListener("click", look, { once: true });
	document.querySelector("a")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...event }));
	return route;
}

test.each([
	['<a href="/index/zh/docs/a?x=1#b">', "/zh/docs/a?x=1#b"],
	['<a href="http://127.0.0.1:8080/index/en">', "/en"],
	['<a href="https://example.org/index/zh/docs">', undefined],
	['<a href="/index/media/a.png">', undefined],
	['<a href="/index/zh/docs/a.md">', undefined],
	['<a href="/api/v1/openapi.json">', undefined],
	['<a href="/index/zh/docs/a" target="_blank">', undefined],
	['<a href="/index/zh/docs/a" download>', undefined],
	['<a href="/index/zh/docs/a#b:~:text=c">', undefined],
	["<a>", undefined],
])("client-side route for a click on %s is %s", (link, route) => {
	expect(clicked(`${link}x</a>`)).toBe(route);
});

test.each([[{ ctrlKey: true }], [{ metaKey: true }], [{ shiftKey: true }], [{ altKey: true }], [{ button: 1 }]])(
	"click with %o is left to the browser",
	(event) => {
		expect(clicked('<a href="/index/zh">x</a>', event)).toBeUndefined();
	},
);
