// Adds tools to the article's HTML, which React does not render as elements: copy buttons in code blocks, links on
// headings, tabs, diagrams, and edit links. They require JavaScript.
import { isLoggedIn } from "@pailou/core";
import { type RefObject, useEffect } from "react";
import { codeToCopy } from "@/docs/codeToCopy";
import { text } from "@/docs/text";
import type { Page } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

export function useArticleTools(
	article: RefObject<HTMLElement | null>,
	{ html, source_locale }: Page,
	locale: Locale,
): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: the elements are new if `html` changes.
	useEffect(() => {
		const boxes = article.current?.querySelectorAll('[data-page-html] li input[type="checkbox"]') ?? [];
		for (const box of boxes) box.setAttribute("aria-label", box.closest("li")?.textContent?.trim() ?? "");
		// In print, the URL follows the text of a link, unless the text is the URL (`data-bare`, see `print.css`).
		for (const link of article.current?.querySelectorAll('[data-page-html] a[href^="http"]') ?? [])
			link.toggleAttribute("data-bare", link.textContent === link.getAttribute("href"));
		const blocks = article.current?.querySelectorAll("[data-page-html] pre") ?? [];
		const headings = article.current?.querySelectorAll("[data-page-html] :is(h2, h3, h4)[id]") ?? [];
		const removals = [
			...[...blocks].map((block) => addCopyButton(block, locale)),
			...[...headings].map((heading) => addAnchor(heading, locale)),
		];
		const groups = article.current?.querySelectorAll("[data-page-html] .tabs") ?? [];
		let isDisposed = false;
		if (groups.length > 0) {
			// If the chunk cannot be loaded, the tabs stay radio buttons.
			import("@/docs/tabs").then(
				({ makeTabs }) => !isDisposed && removals.push(makeTabs(groups, text(locale, "tabs"))),
				() => undefined,
			);
		}
		const diagrams = article.current?.querySelectorAll("[data-page-html] code.language-mermaid") ?? [];
		if (diagrams.length > 0) {
			// If the chunk cannot be loaded, the diagram's source code stays visible.
			const words = {
				title: text(locale, "diagram"),
				source: text(locale, "diagramSource"),
				failed: text(locale, "diagramFailed"),
			};
			import("@/docs/diagram/diagrams").then(
				({ drawDiagrams }) => !isDisposed && removals.push(drawDiagrams(diagrams, words)),
				() => undefined,
			);
		}
		const own = article.current;
		if (own && isLoggedIn()) {
			import("@/docs/edit/editLinks").then(
				({ addEditLinks }) => !isDisposed && removals.push(addEditLinks(own, location.pathname, locale, source_locale)),
				() => undefined,
			);
		}
		return () => {
			isDisposed = true;
			// Removed in reverse order, because a tool may have wrapped the elements of earlier tools.
			for (const remove of removals.reverse()) remove();
		};
	}, [article, html, source_locale, locale]);
}

function addCopyButton(block: Element, locale: Locale): () => void {
	const button = document.createElement("button");
	const label = text(locale, "copy");
	button.type = "button";
	button.className = "copy";
	button.textContent = label;
	button.addEventListener("click", async () => {
		const copied = await copy(codeToCopy(block));
		button.textContent = text(locale, copied ? "copied" : "copyFailed");
		setTimeout(() => {
			button.textContent = label;
		}, 2000);
	});
	// The button is in a wrapper, so that it does not scroll with a long line.
	const frame = document.createElement("div");
	frame.className = "code-block";
	// A block that scrolls horizontally must be focusable and have a name; a hidden block may scroll, too. The role is
	// `group` and not `region`, because each region would add a landmark to the page.
	if (block.scrollWidth > block.clientWidth || !block.clientWidth) {
		Object.assign(block, { tabIndex: 0, role: "group", ariaLabel: text(locale, "code") });
	}
	block.replaceWith(frame);
	frame.append(block, button);
	return () => frame.replaceWith(block);
}

async function copy(code: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(code.replace(/\n$/, ""));
		return true;
	} catch {
		// The permission was denied, or the context is not secure.
		return false;
	}
}

function addAnchor(heading: Element, locale: Locale): () => void {
	const link = document.createElement("a");
	link.className = "anchor";
	link.href = `#${heading.id}`;
	link.textContent = "#";
	link.setAttribute("aria-label", text(locale, "anchor", { title: heading.textContent ?? "" }));
	heading.append(link);
	return () => link.remove();
}
