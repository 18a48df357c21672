import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { placeMarked } from "@/admin/pages/editor/segmentDecorations";
import { placed, shiftOf } from "@/admin/pages/editor/segments";
import { segment } from "@/admin/pages/testing";

const state = (doc: string) => EditorState.create({ doc });

test("a segment is marked where its lines are", () => {
	expect(placeMarked(state("one\ntwo\nthree"), segment("a", 2, 9))).toEqual({ from: 4, to: 13 });
	expect(placeMarked(state("one"), segment("a", 2, 2))).toBeUndefined();
	expect(placeMarked(state("one"), undefined)).toBeUndefined();
});

test.each(["x", "# A\n\ntwo", ""])("a segment that is taken out of the text is not marked: %j", (now) => {
	const segments = [segment("a", 1, 2), segment("b", 3, 4), segment("c", 5, 7)];
	for (const one of placed(segments, shiftOf("# A\n\none\n\ntwo\nmore\nand", now))) {
		const place = placeMarked(state(now), one);
		if (place) expect(place.from).toBeLessThanOrEqual(place.to);
	}
	expect(placeMarked(state(now), { line: 1, end_line: 0 })).toBeUndefined();
});
