import { expect, test } from "vitest";
import { difference, merge } from "@/admin/pages/editor/merge";

const base = "one\n\ntwo\n\nthree\n";

test.each<[name: string, ours: string, theirs: string, merged: string, isClean: boolean]>([
	["nobody changed anything", base, base, base, true],
	["only they did", base, "one\n\ntwo\n\nthree\n\nfour\n", "one\n\ntwo\n\nthree\n\nfour\n", true],
	["each another paragraph", "ONE\n\ntwo\n\nthree\n", "one\n\ntwo\n\nTHREE\n", "ONE\n\ntwo\n\nTHREE\n", true],
	["both the same", "one\n\n2\n\nthree\n", "one\n\n2\n\nthree\n", "one\n\n2\n\nthree\n", true],
	["we took away what they left", "one\n\nthree\n", base, "one\n\nthree\n", true],
	[
		"both the same line",
		"one\n\nours\n\nthree\n",
		"one\n\ntheirs\n\nthree\n",
		"one\n\n<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n\nthree\n",
		false,
	],
])("%s", (_name, ours, theirs, text, isClean) => {
	expect(merge(base, ours, theirs)).toEqual({ text, isClean });
});

test("what is the same is left out but for a few lines", () => {
	const before = "1\n2\n3\n4\n5\n6\n7\n8";
	expect(
		difference(before, "1\n2\n3\n4\n5\nsix\n7\n8").map(({ kind, text, skipped }) => text || `${kind} ${skipped}`),
	).toEqual(["skipped 3", "4", "5", "6", "six", "7", "8"]);
	expect(difference(before, before)).toEqual([{ kind: "skipped", text: "", skipped: 8 }]);
});
