import { expect, test } from "vitest";
import { type Choice, difference, merge } from "@/admin/pages/editor/merge";

const base = "one\n\ntwo\n\nthree\n";

test.each<[name: string, ours: string, theirs: string, merged: string, isClean: boolean]>([
	["unchanged text is kept", base, base, base, true],
	["change of one user is merged", base, "one\n\ntwo\n\nthree\n\nfour\n", "one\n\ntwo\n\nthree\n\nfour\n", true],
	[
		"changes of different paragraphs are merged",
		"ONE\n\ntwo\n\nthree\n",
		"one\n\ntwo\n\nTHREE\n",
		"ONE\n\ntwo\n\nTHREE\n",
		true,
	],
	["equal changes are merged", "one\n\n2\n\nthree\n", "one\n\n2\n\nthree\n", "one\n\n2\n\nthree\n", true],
	["deletion by one user is merged", "one\n\nthree\n", base, "one\n\nthree\n", true],
	[
		"different changes of one line are a conflict",
		"one\n\nours\n\nthree\n",
		"one\n\ntheirs\n\nthree\n",
		"one\n\n<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n\nthree\n",
		false,
	],
])("three-way merge: %s", (_name, ours, theirs, text, isClean) => {
	expect(merge(base, ours, theirs)).toEqual({ text, isClean });
});

test.each<[choice: Choice, text: string]>([
	["ours", "mine\n\ntwo, and more of mine\n\nthree, and more of theirs"],
	["theirs", "theirs\n\ntwo, and more of mine\n\nthree, and more of theirs"],
	["both", "<<<<<<< ours\nmine\n=======\ntheirs\n>>>>>>> theirs\n\ntwo, and more of mine\n\nthree, and more of theirs"],
])("merge choice applies only to conflicting lines: %s", (choice, text) => {
	const ours = "mine\n\ntwo, and more of mine\n\nthree";
	const theirs = "theirs\n\ntwo\n\nthree, and more of theirs";
	expect(merge("one\n\ntwo\n\nthree", ours, theirs, choice)).toEqual({ text, isClean: false });
});

test.each<[ours: string, theirs: string]>([
	["mine", "theirs\n"],
	["mine\n", "theirs"],
	["", "theirs\n"],
	["mine\n", ""],
])("choosing a side returns the text of that side: %j, %j", (ours, theirs) => {
	expect(merge("one\n", ours, theirs, "ours").text).toBe(ours);
	expect(merge("one\n", ours, theirs, "theirs").text).toBe(theirs);
});

test("diff omits unchanged lines except for context", () => {
	const before = "1\n2\n3\n4\n5\n6\n7\n8";
	expect(
		difference(before, "1\n2\n3\n4\n5\nsix\n7\n8").map(({ kind, text, skipped }) => text || `${kind} ${skipped}`),
	).toEqual(["skipped 3", "4", "5", "6", "six", "7", "8"]);
	expect(difference(before, before)).toEqual([{ kind: "skipped", text: "", skipped: 8 }]);
});
