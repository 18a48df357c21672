// CodeMirror theme with the colors and sizes of the page, light and dark.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const theme = EditorView.theme({
	"&": { blockSize: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "var(--size-note)" },
	// The surrounding pane shows the focus outline.
	"&.cm-focused": { outline: "none" },
	".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.7", overscrollBehavior: "contain" },
	".cm-content": { paddingBlock: "var(--space-3)", caretColor: "var(--ink)" },
	".cm-line": { paddingInline: "var(--space-2) var(--space-3)" },
	".cm-gutters": { backgroundColor: "transparent", border: "none" },
	".segment-margin": { inlineSize: "0.5rem" },
	".segment-margin .cm-gutterElement": { padding: "0" },
	".segment-mark": { display: "block", blockSize: "100%", borderInlineStart: "4px solid var(--warning)" },
	".segment-mark[data-state=copied]": { borderInlineStart: "4px double var(--warning)" },
	".segment-mark[data-state=alone]": { borderInlineStart: "4px dotted var(--note)" },
	".cm-activeLine": { backgroundColor: "transparent" },
	".segment-here, .segment-here.cm-activeLine": { backgroundColor: "var(--accent-wash)" },
	"&.cm-focused .cm-activeLine": { boxShadow: "inset 2px 0 var(--accent)" },
	".cm-tooltip, .cm-panels": {
		backgroundColor: "var(--paper-raised)",
		color: "var(--ink)",
		border: "1px solid var(--line-strong)",
		fontFamily: "var(--sans)",
		fontSize: "var(--size-small)",
	},
	".cm-tooltip.cm-tooltip-autocomplete > ul": {
		fontFamily: "var(--sans)",
		maxBlockSize: "min(16rem, 40dvb)",
		overflowY: "auto",
	},
	".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.35rem 0.75rem" },
	".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
	".cm-completionDetail": { fontFamily: "var(--mono)", fontStyle: "normal" },
	// Space at the end for the close button.
	".cm-panel.cm-search": { padding: "var(--space-2)", paddingInlineEnd: "3.25rem" },
	".cm-panel.cm-search :is(input, button)": {
		minBlockSize: "2.25rem",
		fontSize: "var(--size-small)",
		color: "inherit",
		backgroundColor: "var(--paper)",
		backgroundImage: "none",
		border: "1px solid var(--line-strong)",
		borderRadius: "var(--radius)",
	},
	".cm-panel.cm-search label": {
		display: "inline-flex",
		alignItems: "center",
		gap: "0.25rem",
		marginInline: "0.25rem",
		fontSize: "var(--size-small)",
	},
	".cm-panel.cm-search [type=checkbox]": { minBlockSize: "auto" },
	".cm-panel.cm-search [name=close]": {
		insetBlockStart: "var(--space-2)",
		insetInlineEnd: "var(--space-2)",
		inlineSize: "2.25rem",
		fontSize: "1.25rem",
	},
	".cm-searchMatch": { backgroundColor: "var(--mark-wash)" },
	".cm-diagnostic": { fontFamily: "var(--sans)" },
	".cm-diagnostic code": { fontFamily: "var(--mono)" },
	".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", padding: "0.25rem 0.5rem" },
	".cm-lintRange": {
		backgroundImage: "none",
		textDecoration: "underline wavy 1px",
		textUnderlineOffset: "0.3em",
		paddingBlockEnd: "0",
	},
	".cm-lintRange-error": { textDecorationColor: "var(--danger)" },
	".cm-lintRange-warning": { textDecorationColor: "var(--warning)" },
	".cm-lintRange-info": { textDecorationColor: "var(--note)" },
});

const colours = HighlightStyle.define([
	{ tag: tags.heading, fontWeight: "650" },
	{ tag: tags.strong, fontWeight: "650" },
	{ tag: tags.emphasis, color: "var(--important)" },
	{ tag: tags.strikethrough, textDecoration: "line-through" },
	{ tag: [tags.link, tags.url], color: "var(--accent)" },
	{ tag: [tags.monospace, tags.contentSeparator], color: "var(--tip)" },
	{ tag: tags.quote, color: "var(--ink-soft)" },
	{ tag: [tags.processingInstruction, tags.meta, tags.comment], color: "var(--ink-soft)" },
	{ tag: [tags.tagName, tags.attributeName], color: "var(--note)" },
]);

export const editorTheme = [theme, syntaxHighlighting(colours)];
