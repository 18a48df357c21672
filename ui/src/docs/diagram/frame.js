// Draws one diagram. This document has no origin: it can reach neither the page around it nor the site,
// and learns nothing but the source it is sent.
const { mermaid, parent } = window;
const tell = (message) => parent.postMessage(message, "*");
const tellHeight = () => {
	const { firstElementChild: drawing, offsetHeight, clientHeight } = document.body;
	// With the bar for scrolling, where one takes room.
	tell({ height: Math.ceil((drawing?.getBoundingClientRect().height ?? 0) + offsetHeight - clientHeight) });
};
// Letters of 16 pixels are 11 then.
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
		// Lines and letters on the page's own ground, without its shadows.
		themeCSS: "* { filter: none !important; text-shadow: none !important }",
	});
	try {
		const { svg } = await mermaid.render("diagram", data.source);
		document.body.innerHTML = svg;
		const drawing = document.body.firstElementChild;
		drawing.style.minWidth = `${smallest * drawing.viewBox.baseVal.width}px`;
		// At once: browsers observe nothing in a frame that is not seen yet.
		tellHeight();
		watcher.disconnect();
		watcher.observe(document.body.firstElementChild);
	} catch (error) {
		tell({ failed: String(error?.message ?? error) });
	}
});

tell({ ready: true });
