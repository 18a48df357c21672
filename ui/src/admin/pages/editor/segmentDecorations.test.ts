import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { rangeOfLines, segmentMarks, setMarked } from "@/admin/pages/editor/segmentDecorations";
import { lineMapping, withCurrentLines } from "@/admin/pages/editor/segments";
import { segment } from "@/admin/pages/testing";

const state = (doc: string) => EditorState.create({ doc });

test("lines of a segment are converted to a range of offsets", () => {
	expect(rangeOfLines(state("one\ntwo\nthree"), segment("a", 2, 9))).toEqual({ from: 4, to: 13 });
	expect(rangeOfLines(state("one"), segment("a", 2, 2))).toBeUndefined();
	expect(rangeOfLines(state("one"), undefined)).toBeUndefined();
});

test.each(["x", "# A\n\ntwo", ""])("range of a segment is never reversed after a deletion: %j", (now) => {
	const segments = [segment("a", 1, 2), segment("b", 3, 4), segment("c", 5, 7)];
	for (const one of withCurrentLines(segments, lineMapping("# A\n\none\n\ntwo\nmore\nand", now))) {
		const place = rangeOfLines(state(now), one);
		if (place) expect(place.from).toBeLessThanOrEqual(place.to);
	}
	expect(rangeOfLines(state(now), { line: 1, end_line: 0 })).toBeUndefined();
});

/** Returns the lines that are marked as the current segment. */
function markedLines(now: EditorState): string[] {
	const lines: string[] = [];
	for (const found of now.facet(EditorView.decorations)) {
		if (typeof found === "function") continue;
		for (const at = found.iter(); at.value; at.next()) lines.push(now.doc.lineAt(at.from).text);
	}
	return lines;
}

test.each<[name: string, from: number, to: number, insert: string, marked: string[]]>([
	["inside the segment", 6, 6, "x", ["txwo"]],
	["at the end of the segment", 8, 8, "!", ["two!"]],
	["below the segment", 8, 8, "\n\nfour\nfive", ["two"]],
	["above the segment", 5, 5, "four\n\n", ["two"]],
	["over the whole text", 0, 15, "a\nb\nc\nd", []],
])("highlight of the segment is updated after input %s", (_name, from, to, insert, marked) => {
	const before = EditorState.create({ doc: "one\n\ntwo\n\nthree", extensions: segmentMarks });
	const place = rangeOfLines(before, segment("a", 3, 3));
	const withMark = before.update({ effects: setMarked.of(place) }).state;
	expect(markedLines(withMark)).toEqual(["two"]);
	expect(markedLines(withMark.update({ changes: { from, to, insert } }).state)).toEqual(marked);
});
