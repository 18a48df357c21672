// CodeMirror with extensions for segments in the gutter, issues, and the slash menu. It is in a shadow tree, because a
// strict content security policy allows CodeMirror's styles only there. It uses the colors of the page.
import {
	autocompletion,
	type CompletionContext,
	type CompletionResult,
	completionKeymap,
	startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { markdownKeymap, markdownLanguage, pasteURLAsLink } from "@codemirror/lang-markdown";
import { syntaxTree } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorSelection, EditorState, type Extension, Transaction } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap } from "@codemirror/view";
import { afterFrames } from "@/admin/pages/editor/afterFrames";
import { editorTheme } from "@/admin/pages/editor/codeMirrorTheme";
import {
	type BlockName,
	block,
	blocksLike,
	type Rule,
	replaceLine,
	startOfBody,
	toggleDelimiter,
} from "@/admin/pages/editor/insert";
import { issueMessage, issueText, type MessagePart } from "@/admin/pages/editor/issues";
import { pastedRule } from "@/admin/pages/editor/pastedHtml";
import { ScrollIntoView } from "@/admin/pages/editor/scrollIntoView";
import { rangeOfLines, segmentMarks, setMarked, setSegments } from "@/admin/pages/editor/segmentDecorations";
import { currentLine, lineMapping } from "@/admin/pages/editor/segments";
import {
	type Command,
	changeBetween,
	pastedFiles,
	type TextEditor,
	type TextEditorOptions,
} from "@/admin/pages/editor/textEditor";
import { named, text as words } from "@/admin/pages/text";
import type { LintIssue } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/**
 * Compartment of the Markdown support. It is empty until the text is painted, so that parsing does not delay painting.
 */
const language = new Compartment();

/** Annotation of changes that `replace` makes. They are not input of this user. */
const fromOutside = Annotation.define<true>();

export function codeMirrorEditor(parent: HTMLElement, options: TextEditorOptions): TextEditor {
	const host = document.createElement("div");
	parent.append(host);
	const root = host.attachShadow({ mode: "open" });
	// Key events from a shadow tree are retargeted to its host, so the page's single-key shortcuts would handle them.
	host.addEventListener("keydown", (event) => event.stopPropagation());
	const scrolling = new ScrollIntoView();
	for (const way of ["wheel", "touchmove", "pointerdown", "keydown"])
		host.addEventListener(way, () => scrolling.forget(), { passive: true });
	let line = 1;
	const view = new EditorView({
		root,
		parent: root,
		state: EditorState.create({
			doc: options.text,
			extensions: [
				extensions(options),
				EditorView.updateListener.of(({ view, state, docChanged, selectionSet, geometryChanged, transactions }) => {
					const isOwn = !transactions.some((transaction) => transaction.annotation(fromOutside));
					if (docChanged && isOwn) options.typed(state.doc.toString());
					// The positions of lines have changed, so the pending scroll target is no longer valid.
					if (docChanged) scrolling.forget();
					else if (geometryChanged) scrolling.again(view);
					const now = state.doc.lineAt(state.selection.main.head).number;
					if (!(docChanged || selectionSet) || now === line) return;
					line = now;
					options.moved(now);
				}),
			],
		}),
	});
	const edit = (rule: Rule) => run(view, rule);
	// `markdown()` is not used, because it includes parsers for HTML, CSS, and JavaScript.
	const read = () => view.dispatch({ effects: language.reconfigure(markdownLanguage) });
	const stopReading = afterFrames(1, read);

	return {
		replace(text, isDecided = false) {
			const changes = changeBetween(view.state.doc.toString(), text);
			// Undo reverts input and conflict resolutions, not automatic merges. A conflict resolution is a separate
			// step.
			const historyAnnotation = isDecided ? isolateHistory.of("full") : Transaction.addToHistory.of(false);
			view.dispatch({ changes, annotations: [fromOutside.of(true), historyAnnotation] });
		},
		edit(rule, isQuiet = false) {
			run(view, rule, isQuiet);
			if (!isQuiet) view.focus();
		},
		caret: () => view.state.selection.main.head,
		reveal(target, how) {
			const at = offsetOfLine(view.state, target);
			if (how === "caret") {
				view.dispatch({ selection: EditorSelection.cursor(at) });
				view.focus();
				host.scrollIntoView({ block: "nearest" });
			}
			scrolling.to(view, at, how === "nearest");
		},
		mark: (lines) => view.dispatch({ effects: setMarked.of(rangeOfLines(view.state, lines)) }),
		segments: (segments) => view.dispatch({ effects: setSegments.of({ segments, locale: options.locale }) }),
		showIssues(issues, ofText) {
			const diagnostics = diagnosticsOf(view.state, options, issues, ofText, edit);
			view.dispatch(setDiagnostics(view.state, diagnostics));
		},
		stay: () => view.hasFocus && view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) }),
		isComposing: () => view.composing || view.compositionStarted,
		destroy() {
			stopReading();
			view.destroy();
			host.remove();
		},
	};
}

function extensions(options: TextEditorOptions): Extension {
	const { locale, label, describedBy, isReadOnly } = options;
	const runCommand = (name: Command) => () => {
		options.command(name);
		return true;
	};
	const write = (rule: Rule) => (view: EditorView) => run(view, rule);
	const takeFiles = (event: Event, files: File[], at: number) => {
		// By default the browser would open a dropped file.
		event.preventDefault();
		if (!isReadOnly) options.files(files, at);
		return true;
	};
	return [
		keymap.of([
			{ key: "Mod-s", run: runCommand("save"), preventDefault: true },
			{ key: "Mod-Enter", run: runCommand("publish"), preventDefault: true },
			{ key: "Mod-k", run: runCommand("link"), preventDefault: true },
			{ key: "Mod-b", run: write(toggleDelimiter("**")), preventDefault: true },
			{ key: "Mod-i", run: write(toggleDelimiter("*")), preventDefault: true },
			...completionKeymap,
			...markdownKeymap,
			...searchKeymap,
			...historyKeymap,
			...defaultKeymap,
		]),
		history(),
		highlightActiveLine(),
		language.of([]),
		pasteURLAsLink,
		search({ top: true }),
		autocompletion({ override: [(context) => slash(context, options)], icons: false }),
		EditorView.lineWrapping,
		EditorView.contentAttributes.of({
			lang: options.language,
			spellcheck: "true",
			autocapitalize: "sentences",
			tabindex: "0",
			"aria-label": label,
			"aria-describedby": describedBy,
		}),
		EditorState.readOnly.of(isReadOnly),
		EditorState.phrases.of(phrases(locale)),
		segmentMarks,
		editorTheme,
		EditorView.domEventHandlers({
			beforeinput: replaceSelected,
			compositionstart: (_event, view) => deleteSelected(view),
			compositionend: (_event, view) => void setTimeout(() => completeComposition(view), 50),
			scroll: (_event, view) => void afterPaint(view, options.scrolled),
			paste(event, view) {
				const files = pastedFiles(event.clipboardData);
				if (files.length > 0) return takeFiles(event, files, view.state.selection.main.head);
				const { main } = view.state.selection;
				const at = { text: view.state.doc.toString(), from: main.from, to: main.to };
				const rule = pastedRule(event.clipboardData, at);
				return rule !== undefined && write(rule)(view);
			},
			drop(event, view) {
				const files = [...(event.dataTransfer?.files ?? [])];
				const { clientX: x, clientY: y } = event;
				return files.length > 0 && takeFiles(event, files, view.posAtCoords({ x, y }, false));
			},
		}),
	];
}

function run(view: EditorView, rule: Rule, isQuiet = false): boolean {
	const { main } = view.state.selection;
	if (view.state.readOnly) return false;
	const { from, to, insert, select } = rule({ text: view.state.doc.toString(), from: main.from, to: main.to });
	view.dispatch({
		changes: { from, to, insert },
		selection: EditorSelection.range(...select),
		scrollIntoView: !isQuiet || view.hasFocus,
		userEvent: "input",
	});
	return true;
}

/**
 * Replaces a selection with typed text. Chromium would copy the style of the replaced text into `style` attributes,
 * which the content security policy forbids.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
	const { inputType, isComposing, data } = event;
	if (inputType !== "insertText" || isComposing || !data || view.state.readOnly) return false;
	// Checks the selection, because `getTargetRanges` is empty in a shadow tree.
	if (view.state.selection.main.empty) return false;
	view.dispatch(view.state.replaceSelection(data), { scrollIntoView: true, userEvent: "input.type" });
	return true;
}

/**
 * Deletes the selection before a composition, because an input method inserts its text at the start of the selection.
 */
function deleteSelected(view: EditorView): boolean {
	if (!view.state.readOnly && !view.state.selection.main.empty)
		view.dispatch(view.state.replaceSelection(""), { userEvent: "delete.selection" });
	return false;
}

const waiting = new WeakSet<EditorView>();

/** Reports the first visible line, at most once per frame. */
function afterPaint(view: EditorView, scrolled: (line: number) => void): void {
	if (waiting.has(view)) return;
	waiting.add(view);
	requestAnimationFrame(() => {
		waiting.delete(view);
		const top = view.lineBlockAtHeight(view.scrollDOM.scrollTop - view.documentPadding.top);
		scrolled(view.state.doc.lineAt(top.from).number);
	});
}

const slashed = /^\s*[/、][\p{L}\d]*$/u;

/** Opens the block menu for a `/` at the start of a line, or for the `、` that Chinese input methods insert. */
export function slash(context: CompletionContext, options: TextEditorOptions): CompletionResult | null {
	const { locale, command } = options;
	if (context.view?.composing) return null;
	const typed = context.matchBefore(slashed);
	if (!typed || isLiteral(context)) return null;
	const mark = typed.text.search(/[/、]/);
	const nameOf = (name: BlockName) => words(locale, `block.${name}`);
	// Names in the language of the text match, too, because the interface may have another language.
	const namesOf = (name: BlockName) => [nameOf(name), words(options.language, `block.${name}`)];
	return {
		from: typed.from + mark,
		// Disables CodeMirror's fuzzy filter and its sort order.
		filter: false,
		update: (_before, _from, _to, now) => slash(now, options),
		options: blocksLike(typed.text.slice(mark + 1), namesOf).map(({ name, written }) => ({
			label: nameOf(name),
			detail: written.split("\n", 1)[0]?.replaceAll("¦", "") ?? "",
			apply(view: EditorView, _chosen: unknown, start: number, end: number) {
				view.dispatch({ changes: { from: start, to: end }, selection: EditorSelection.cursor(start) });
				if (name === "image") command("image");
				else run(view, block(written));
			},
		})),
	};
}

/** Whether the slash is in code or front matter, where it may begin a path. */
function isLiteral({ state, pos }: CompletionContext): boolean {
	return pos < startOfBody(state.doc.toString()) || syntaxTree(state).resolveInner(pos, -1).name === "CodeText";
}

/** Opens the block menu after a composition, because CodeMirror does not treat composed text as typed. */
function completeComposition(view: EditorView): void {
	const { state } = view;
	const { head } = state.selection.main;
	if (view.dom.isConnected && slashed.test(state.sliceDoc(state.doc.lineAt(head).from, head))) startCompletion(view);
}

function diagnosticsOf(
	state: EditorState,
	{ locale, isReadOnly }: TextEditorOptions,
	issues: LintIssue[],
	ofText: string,
	edit: (rule: Rule) => boolean,
): Diagnostic[] {
	const shift = lineMapping(ofText, state.doc.toString());
	const lines = ofText.split("\n");
	return issues.flatMap((issue) => {
		const line = issue.line === null ? undefined : currentLine(issue.line, shift);
		if (line === undefined || line > state.doc.lines) return [];
		const { from, to } = state.doc.line(line);
		const { fix } = issue;
		const correct = (to: string) => ({
			name: words(locale, "fix"),
			apply: () => void edit(replaceLine(line, lines[(issue.line ?? 1) - 1] ?? "", to)),
		});
		return {
			from,
			to,
			severity: severities[issue.severity] ?? "info",
			message: issueText(locale, issue),
			renderMessage: () => written(issueMessage(locale, issue)),
			actions: fix === null || isReadOnly ? [] : [correct(fix)],
		};
	});
}

function written(pieces: MessagePart[]): HTMLElement {
	const whole = document.createElement("span");
	for (const { words, isCode } of pieces) {
		const part = document.createElement(isCode ? "code" : "span");
		part.textContent = words;
		whole.append(part);
	}
	return whole;
}

const severities: Record<string, Diagnostic["severity"]> = { error: "error", warning: "warning", note: "info" };

function offsetOfLine(state: EditorState, line: number): number {
	return state.doc.line(Math.max(1, Math.min(line, state.doc.lines))).from;
}

/** Interface texts of CodeMirror, which are English by default. */
const phraseNames =
	"Find|Replace|next|previous|all|match case|regexp|by word|replace|replace all|close|current match|on line|replaced $ matches|replaced match on line $|Go to line|go|Completions|Diagnostics|No diagnostics|Selection deleted";

function phrases(locale: Locale): Record<string, string> {
	return Object.fromEntries(phraseNames.split("|").map((phrase) => [phrase, named(locale, `cm.${phrase}`) ?? phrase]));
}
