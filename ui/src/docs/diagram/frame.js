// Renders one diagram. This document has an opaque origin: it cannot access the embedding page or the site. It receives
// only the diagram's source code, the color scheme, and the font.
const { mermaid, parent } = window;
const tell = (message) => parent.postMessage(message, "*");
const tellHeight = () => {
	const { firstElementChild: drawing, offsetHeight, clientHeight } = document.body;
	// Includes the horizontal scroll bar, if it takes space.
	tell({ height: Math.ceil((drawing?.getBoundingClientRect().height ?? 0) + offsetHeight - clientHeight) });
};
// Minimum scale of a diagram: its text of 16 pixels is then displayed with 11 pixels.
const smallest = 0.7;
const watcher = new ResizeObserver(tellHeight);

window.addEventListener("message", async ({ source, data }) => {
	if (source !== parent || typeof data?.source !== "string") return;
	document.documentElement.style.colorScheme = data.isDark ? "dark" : "light";
	mermaid.initialize({
		startOnLoad: false,
		securityLevel: "strict",
		suppressErrorRendering: true,
		theme: data.isDark ? "dark" : "neutral",
		fontFamily: data.fontFamily,
		// No filters or shadows, because the background is that of the page.
		themeCSS: "* { filter: none !important; text-shadow: none !important }",
	});
	try {
		const { svg } = await mermaid.render("diagram", data.source);
		document.body.innerHTML = svg;
		const drawing = document.body.firstElementChild;
		drawing.style.minWidth = `${smallest * drawing.viewBox.baseVal.width}px`;
		// The height is sent immediately, because browsers do not notify observers in a frame outside of the viewport.
		tellHeight();
		watcher.disconnect();
		watcher.observe(document.body.firstElementChild);
	} catch (error) {
		tell({ failed: String(error?.message ?? error) });
	}
});

tell({ ready: true });
