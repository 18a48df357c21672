// Draws one diagram. This document has no origin: it can reach neither the page around it nor the site,
// and learns nothing but the source it is sent.
const { mermaid, parent } = window;
const tell = (message) => parent.postMessage(message, "*");
const tellHeight = () =>
	tell({ height: Math.ceil(document.body.firstElementChild?.getBoundingClientRect().height ?? 0) });
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
	});
	try {
		const { svg } = await mermaid.render("diagram", data.source);
		document.body.innerHTML = svg;
		// At once: browsers observe nothing in a frame that is not seen yet.
		tellHeight();
		watcher.disconnect();
		watcher.observe(document.body.firstElementChild);
	} catch (error) {
		tell({ failed: String(error?.message ?? error) });
	}
});

tell({ ready: true });
