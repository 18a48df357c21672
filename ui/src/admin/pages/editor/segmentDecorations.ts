// Segment decorations in CodeMirror: a symbol in the gutter for segments that are outdated, untranslated copies, or
// without a counterpart, and a background for the current segment. Until the next save, the decorations move with the
// text.
import { type EditorState, RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";
import { text } from "@/admin/pages/text";
import type { DraftSegment, SegmentState } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

export const setSegments = StateEffect.define<{ segments: DraftSegment[]; locale: Locale }>();

interface TextRange {
	from: number;
	to: number;
}

export const setMarked = StateEffect.define<TextRange | undefined>();

/** Converts the lines of a segment to a range of offsets; undefined for no lines, and for lines after the text. */
export function rangeOfLines(
	{ doc }: EditorState,
	lines: { line: number; end_line: number } | undefined,
): TextRange | undefined {
	if (!lines || lines.line > doc.lines || lines.end_line < lines.line) return undefined;
	return { from: doc.line(Math.max(1, lines.line)).from, to: doc.line(Math.min(lines.end_line, doc.lines)).to };
}

class Mark extends GutterMarker {
	readonly state: SegmentState;
	readonly words: string;

	constructor(state: SegmentState, words: string) {
		super();
		this.state = state;
		this.words = words;
	}

	override eq(other: Mark): boolean {
		return this.state === other.state && this.words === other.words;
	}

	override toDOM(): HTMLElement {
		const mark = document.createElement("span");
		mark.className = "segment-mark";
		mark.dataset.state = this.state;
		mark.title = this.words;
		return mark;
	}
}

const gutterMarkersField = StateField.define<RangeSet<GutterMarker>>({
	create: () => RangeSet.empty,
	update(marks, { changes, effects, state }) {
		for (const effect of effects) if (effect.is(setSegments)) return marksOf(state, effect.value);
		return marks.map(changes);
	},
});

function marksOf(
	{ doc }: EditorState,
	{ segments, locale }: { segments: DraftSegment[]; locale: Locale },
): RangeSet<GutterMarker> {
	const built = new RangeSetBuilder<GutterMarker>();
	const marks = {
		outdated: new Mark("outdated", text(locale, "segment.outdated")),
		alone: new Mark("alone", text(locale, "segment.alone")),
		copied: new Mark("copied", text(locale, "segment.copied")),
	};
	let past = 0;
	for (const { line, end_line, state } of segments) {
		if (state === "up_to_date") continue;
		for (let at = Math.max(line, past + 1); at <= Math.min(end_line, doc.lines); at += 1) {
			const { from, length } = doc.line(at);
			// Blank lines after the first line of the segment get no symbol.
			if (length > 0 || at === line) built.add(from, from, marks[state]);
			past = at;
		}
	}
	return built.finish();
}

const marked = Decoration.line({ class: "segment-here" });

const currentSegmentField = StateField.define<{ place: TextRange | undefined; lines: DecorationSet }>({
	create: () => ({ place: undefined, lines: Decoration.none }),
	update(value, { changes, docChanged, effects, state }) {
		for (const effect of effects)
			if (effect.is(setMarked)) return { place: effect.value, lines: linesOf(state, effect.value) };
		if (!docChanged || !value.place) return value;
		// Text that is inserted at the start or end of the segment is not part of the segment until the next save.
		const place = { from: changes.mapPos(value.place.from, 1), to: changes.mapPos(value.place.to, -1) };
		return { place, lines: linesOf(state, place) };
	},
	provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
});

function linesOf({ doc }: EditorState, place: TextRange | undefined): DecorationSet {
	if (!place) return Decoration.none;
	const built = new RangeSetBuilder<Decoration>();
	const last = doc.lineAt(Math.min(place.to, doc.length)).number;
	for (let at = doc.lineAt(Math.min(place.from, doc.length)).number; at <= last; at += 1) {
		const { from } = doc.line(at);
		built.add(from, from, marked);
	}
	return built.finish();
}

export const segmentMarks = [
	gutterMarkersField,
	currentSegmentField,
	gutter({ class: "segment-margin", markers: (view) => view.state.field(gutterMarkersField) }),
];
