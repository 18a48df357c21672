import { type MouseEvent, useDeferredValue, useEffect, useRef } from "react";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import styles from "@/admin/pages/editor/PreviewPane.module.css";
import type { PageSession } from "@/admin/pages/editor/pageSession";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { useProgressiveList } from "@/admin/pages/editor/useProgressiveList";
import { localeOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { Html } from "@/shared/ui/Html";

interface PreviewPaneProps {
	documentSession: DocumentSession;
	pageSession: PageSession;
	/** Whether the page layout adds the title above a text without its own heading. */
	isTitled: boolean;
	hidden: boolean;
}

/** Preview of the text, rendered by the server like published pages. It scrolls with the text. */
export function PreviewPane({ documentSession, pageSession, isTitled, hidden }: PreviewPaneProps) {
	const locale = useLocale();
	const look = useDocumentSession(documentSession);
	const { previewFailed, line, top } = look;
	// Deferred, because input has priority over rendering the preview.
	const seen = useDeferredValue(look.lastPreview);
	const box = useRef<HTMLDivElement>(null);
	const blocks = seen?.preview.blocks ?? [];
	const shown = useProgressiveList(blocks.length);
	const at = blocks.findLastIndex((block) => block.line <= line);
	const language = localeOf(documentSession.segment);

	// A long preview is rendered progressively, so the block at the caret may not be rendered yet.
	const isRendered = at < shown;
	// biome-ignore lint/correctness/useExhaustiveDependencies: the preview scrolls only when the caret moves.
	useEffect(() => show(box.current, at, "nearest"), [line, hidden, seen === undefined, isRendered]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the preview follows only the user's own scrolling.
	useEffect(() => {
		if (pageSession.scrollLeader() === documentSession.segment)
			show(
				box.current,
				blocks.findLastIndex((block) => block.line <= top),
				"start",
			);
	}, [top]);

	function scrolled(): void {
		if (pageSession.scrollLeader() !== "preview" || !box.current) return;
		const block = blocks[firstInView(box.current)];
		if (block) documentSession.textEditor()?.reveal(block.line, "top");
	}

	const label = text(locale, "previewOf", { language: languageName(language, locale) });
	return (
		<section aria-label={label} className={styles.preview} hidden={hidden}>
			<h2>{label}</h2>
			{previewFailed && <p role="status">{text(locale, "previewFailed")}</p>}
			{!seen && !previewFailed && <p role="status">{text(locale, "previewComing")}</p>}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the handlers only prevent navigation and synchronize scrolling. */}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
			<div
				ref={box}
				className={styles.box}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
				tabIndex={0}
				onScroll={scrolled}
				onPointerEnter={() => pageSession.setScrollLeader("preview")}
				onFocus={() => pageSession.setScrollLeader("preview")}
				onClick={preventNavigation}
			>
				{seen && isTitled && !/<h1[\s>]/i.test(blocks[0]?.html ?? "") && (
					<p className={styles.title} lang={language}>
						{seen.preview.title}
					</p>
				)}
				<div className="prose" lang={language}>
					{blocks.slice(0, shown).map(({ html }, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by position.
						<div key={index} data-here={index === at || undefined} className={styles.block}>
							<Html html={html} />
						</div>
					))}
				</div>
			</div>
		</section>
	);
}

function preventNavigation(event: MouseEvent): void {
	const isLink = event.target instanceof Element && event.target.closest("a") !== null;
	if (isLink && !event.ctrlKey && !event.metaKey) event.preventDefault();
}

/**
 * Scrolls the preview, not the page, to the block `at`. With `nearest`, only if the block is not completely in view.
 */
function show(box: HTMLElement | null, at: number, how: "nearest" | "start"): void {
	const block = box?.querySelectorAll<HTMLElement>(":scope > .prose > *")[at];
	if (!box || !block) return;
	const { offsetTop: top, offsetHeight: height } = block;
	const isInView = top >= box.scrollTop && top + height <= box.scrollTop + box.clientHeight;
	if (how === "start" || !isInView) box.scrollTop = top;
}

function firstInView(box: HTMLElement): number {
	const blocks = [...box.querySelectorAll<HTMLElement>(":scope > .prose > *")];
	return blocks.findIndex(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > box.scrollTop);
}
