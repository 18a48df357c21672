// Adds a button that opens the assistant of a Pailou site in a frame. A page of another origin includes it with:
// <script src="https://docs.example.org/assistant/embed.js" data-locale="en" data-side="right" async></script>
(() => {
	const script = document.currentScript;
	if (!(script instanceof HTMLScriptElement)) return;
	const site = new URL(script.src).origin;
	const allowed = [];
	if (!allowed.includes(location.origin)) {
		console.error(`${site} does not allow ${location.origin} to show its assistant: add it to the origins of the site`);
		return;
	}
	const labelsByLanguage = {
		en: { open: "Ask the assistant", close: "Close the assistant", title: "Assistant" },
		zh: { open: "询问助手", close: "关闭助手", title: "助手" },
	};
	const language = script.dataset.locale ?? document.documentElement.lang;
	const segment = /^zh\b/i.test(language) ? "zh" : "en";
	const labels = labelsByLanguage[segment];
	const side = script.dataset.side === "left" ? "left" : "right";

	// Sets style properties by script, which a Content Security Policy without 'unsafe-inline' allows.
	const styled = (element, styles) => Object.assign(element.style, styles);
	const font = { font: "16px/1.25 system-ui, sans-serif", boxSizing: "border-box" };
	const colors = { background: "#1d1b18", color: "#fff", border: "1px solid #fff", cursor: "pointer" };

	const button = document.createElement("button");
	button.type = "button";
	button.textContent = script.dataset.label ?? labels.open;
	button.lang = segment === "zh" ? "zh-CN" : "en";
	button.setAttribute("aria-haspopup", "dialog");
	styled(button, {
		...font,
		...colors,
		position: "fixed",
		zIndex: "2147483000",
		insetBlockEnd: "16px",
		[side]: "16px",
		minHeight: "44px",
		padding: "10px 16px",
		borderRadius: "22px",
	});

	const panel = document.createElement("div");
	panel.id = "pailou-assistant";
	panel.hidden = true;
	panel.lang = button.lang;
	panel.setAttribute("role", "dialog");
	panel.setAttribute("aria-label", labels.title);
	styled(panel, {
		...font,
		position: "fixed",
		zIndex: "2147483001",
		insetBlockEnd: "16px",
		[side]: "16px",
		width: "min(420px, calc(100vw - 32px))",
		height: "min(640px, calc(100vh - 32px))",
		flexDirection: "column",
		overflow: "hidden",
		background: "#fff",
		border: "1px solid #777",
		borderRadius: "8px",
		boxShadow: "0 4px 24px rgb(0 0 0 / 0.3)",
	});
	button.setAttribute("aria-controls", panel.id);
	button.setAttribute("aria-expanded", "false");

	const close = document.createElement("button");
	close.type = "button";
	close.textContent = labels.close;
	styled(close, { ...font, ...colors, width: "100%", minHeight: "44px", border: "0", borderRadius: "0" });

	let frame;
	const isOpen = () => !panel.hidden;

	function show() {
		if (!frame) {
			frame = document.createElement("iframe");
			frame.title = labels.title;
			frame.referrerPolicy = "origin";
			frame.src = `${site}/index/${segment}/assistant/embed`;
			styled(frame, { flex: "1", width: "100%", border: "0", background: "#fff" });
			panel.append(frame);
		}
		panel.hidden = false;
		panel.style.display = "flex";
		button.setAttribute("aria-expanded", "true");
		frame.focus();
	}

	function hide() {
		if (!isOpen()) return;
		panel.hidden = true;
		panel.style.display = "none";
		button.setAttribute("aria-expanded", "false");
		button.focus();
	}

	button.addEventListener("click", () => (isOpen() ? hide() : show()));
	close.addEventListener("click", hide);
	panel.addEventListener("keydown", (event) => event.key === "Escape" && hide());
	// The frame sends this message when Escape is pressed, because this page does not receive key events of the frame.
	addEventListener("message", (event) => {
		if (event.origin === site && event.source === frame?.contentWindow && event.data === "pailou-assistant-close")
			hide();
	});

	const add = () => {
		panel.append(close);
		document.body.append(button, panel);
	};
	if (document.body) add();
	else addEventListener("DOMContentLoaded", add);
})();
