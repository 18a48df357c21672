import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drawDiagrams } from "@/docs/diagram/diagrams";

/** Simulates scrolling until a block is near the viewport. */
let near: (block: Element) => void;

beforeEach(() => {
	document.body.innerHTML = '<div class="code-block"><pre><code class="language-mermaid">graph TD</code></pre></div>';
	vi.stubGlobal(
		"IntersectionObserver",
		class {
			constructor(tell: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
				near = (target) => tell([{ isIntersecting: true, target }]);
			}
			observe() {}
			unobserve() {}
			disconnect() {}
		},
	);
});

afterEach(() => vi.unstubAllGlobals());

const block = () => document.querySelector("pre") as Element;
const frame = () => document.querySelector("iframe");
const tell = (data: unknown, source: Window | null | undefined = frame()?.contentWindow) =>
	window.dispatchEvent(new MessageEvent("message", { data, source: source ?? null }));
const draw = () =>
	drawDiagrams(document.querySelectorAll("code"), { title: "Diagram", source: "Source", failed: "Failed:" });

test("diagram is loaded near the viewport in a sandboxed frame", () => {
	draw();
	expect(frame()).toBeNull();
	near(block());
	expect(frame()?.getAttribute("sandbox")).toBe("allow-scripts");
	expect(frame()?.dataset.state).toBe("drawing");
});

test("diagram ignores messages of other windows", () => {
	const undo = draw();
	near(block());
	tell({ height: 50 }, window);
	expect(frame()?.dataset.state).toBe("drawing");
	tell({ height: 120 });
	expect([frame()?.height, frame()?.dataset.state]).toEqual(["120", "drawn"]);
	expect(document.querySelector("details pre")?.textContent).toBe("graph TD");
	undo();
	expect(document.querySelector("details, iframe")).toBeNull();
	expect(document.querySelector(".code-block pre")?.textContent).toBe("graph TD");
});

test("invalid diagram shows its source code and the error", () => {
	draw();
	near(block());
	tell({ failed: "<b>line 1</b>\nline 2\nline 3" });
	expect(frame()).toBeNull();
	expect(document.querySelector(".diagram-error")?.textContent).toContain("<b>line 1</b> line 2");
	expect(block().textContent).toBe("graph TD");
});

test("diagram in a detached article is removed without an error", () => {
	const article = document.createElement("article");
	article.append(...document.body.childNodes);
	document.body.append(article);
	const undo = draw();
	near(block());
	tell({ height: 120 });
	article.remove();
	expect(() => tell({ height: 90 }, null)).not.toThrow();
	undo();
	expect(article.querySelector("details, iframe")).toBeNull();
	expect(article.querySelector("pre")?.textContent).toBe("graph TD");
});
