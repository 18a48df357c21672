// Diagrams of an article. The page contains the source code of a diagram, which is rendered shortly before it comes
// into view. A sandboxed frame with an opaque origin contains the diagram library and its output.
import { withTrailingSpace } from "@/shared/i18n/join";

/** Interface texts of a diagram. The caller passes them, so that this chunk contains no interface texts. */
export interface DiagramMessages {
	title: string;
	source: string;
	failed: string;
}

type FrameMessage = { ready: true } | { height: number } | { failed: string };

/** Renders diagrams; returns a function that removes them. */
export function drawDiagrams(codes: Iterable<Element>, words: DiagramMessages): () => void {
	const drawings = new Map<Element, Diagram>();
	const seen = new IntersectionObserver(
		(entries) => {
			for (const { isIntersecting, target } of entries) {
				if (!isIntersecting) continue;
				seen.unobserve(target);
				drawings.set(target, new Diagram(target, words));
			}
		},
		// Diagrams are rendered one viewport in advance, so that visible text does not move.
		{ rootMargin: "100% 0%" },
	);
	for (const code of codes) {
		const block = code.closest("pre");
		if (block) seen.observe(block);
	}
	const redraw = () => {
		for (const drawing of drawings.values()) drawing.draw();
	};
	const themes = new MutationObserver(redraw);
	themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
	const scheme = window.matchMedia("(prefers-color-scheme: dark)");
	scheme.addEventListener("change", redraw);
	return () => {
		seen.disconnect();
		themes.disconnect();
		scheme.removeEventListener("change", redraw);
		for (const drawing of drawings.values()) drawing.remove();
	};
}

class Diagram {
	private readonly frame = document.createElement("iframe");
	private readonly details = document.createElement("details");
	private readonly note = document.createElement("p");
	/** The element that the diagram replaces: the code block, or its wrapper. */
	private readonly codeBlock: Element;
	private readonly source: string;
	private readonly words: DiagramMessages;

	constructor(block: Element, words: DiagramMessages) {
		this.codeBlock = block.closest(".code-block") ?? block;
		this.source = block.textContent ?? "";
		this.words = words;
		const { frame } = this;
		frame.src = "/index/diagram.html";
		frame.title = words.title;
		frame.className = "diagram";
		frame.dataset.state = "drawing";
		frame.setAttribute("sandbox", "allow-scripts");
		window.addEventListener("message", this.receive);
		this.codeBlock.before(frame);
	}

	draw(): void {
		const { colorScheme, fontFamily } = getComputedStyle(this.codeBlock.parentElement ?? document.body);
		const isDark =
			colorScheme === "dark" || (colorScheme !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
		// The frame has an opaque origin, so the target origin is `*`.
		this.frame.contentWindow?.postMessage({ source: this.source, isDark, fontFamily }, "*");
	}

	remove(): void {
		window.removeEventListener("message", this.receive);
		if (this.isFolded) this.details.replaceWith(this.codeBlock);
		this.frame.remove();
		this.note.remove();
	}

	/** Whether the code block is inside `details`, even if the article is no longer in the document. */
	private get isFolded(): boolean {
		return this.details.contains(this.codeBlock);
	}

	private readonly receive = ({ source, data }: MessageEvent<FrameMessage>) => {
		if (source !== this.frame.contentWindow) return;
		if ("ready" in data) this.draw();
		else if ("failed" in data) this.fail(String(data.failed));
		else this.show(Number(data.height));
	};

	private show(height: number): void {
		if (!(height > 0)) return;
		// The frame is as tall as the diagram, up to a maximum.
		this.frame.height = String(Math.min(Math.ceil(height), 20_000));
		this.frame.dataset.state = "drawn";
		if (this.isFolded) return;
		const summary = document.createElement("summary");
		summary.textContent = this.words.source;
		this.details.className = "diagram-source";
		this.codeBlock.replaceWith(this.details);
		this.details.append(summary, this.codeBlock);
	}

	private fail(reason: string): void {
		this.remove();
		this.note.className = "diagram-error";
		this.note.textContent = withTrailingSpace(this.words.failed) + reason.split("\n", 2).join(" ");
		this.codeBlock.after(this.note);
	}
}
