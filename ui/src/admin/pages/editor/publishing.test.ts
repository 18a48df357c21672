import { expect, test } from "vitest";
import {
	areOfOneText,
	decisionsOf,
	gateIssuesOf,
	imagesWithoutAltText,
	insertAltText,
	outdatedBy,
} from "@/admin/pages/editor/publishing";
import { ProblemError } from "@/shared/http/api";
import type { SegmentChange } from "@/shared/http/types";
import { momentOf } from "@/shared/ui/TimeField";

const change = (id: string, more: Partial<SegmentChange> = {}): SegmentChange => ({
	id,
	kind: "paragraph",
	line: 1,
	pieces: [],
	counterpart: "there",
	counterpart_changed: false,
	affected: 1,
	suggested: "meaning",
	outdated: false,
	counterpart_outdated: false,
	not_translated: false,
	...more,
});

test("verdict defaults to `translated` if both languages changed and are published together", () => {
	const changes = [
		change("a"),
		change("b", { counterpart_changed: true }),
		change("c"),
		change("d", { affected: 0 }),
		change("e", { suggested: "wording" }),
	];
	const verdicts = (withOther: boolean) =>
		decisionsOf(changes, { c: "wording", d: "wording" }, withOther).map(({ segment, verdict }) => [segment, verdict]);
	const rest = [
		["c", "wording"],
		["e", "wording"],
	];
	expect(verdicts(true)).toEqual([["a", "meaning"], ["b", "translated"], ...rest]);
	expect(verdicts(false)).toEqual([["a", "meaning"], ["b", "meaning"], ...rest]);
});

test("only changes of meaning make segments outdated", () => {
	const changes = [change("a"), change("b", { affected: 2 }), change("c", { affected: 4 })];
	expect(outdatedBy(changes, decisionsOf(changes, { c: "translated" }, false))).toBe(3);
	expect(outdatedBy([], [])).toBe(0);
});

test("publish gate errors of segments are read from the problem body", () => {
	const errors = [
		{ field: "gate", code: "outdated", detail: "zh #a: b" },
		{ field: "gate", code: "other-unpublished", detail: "" },
	];
	const errorWith = (errors: object[]) => {
		const problem = { status: 422, code: "invalid", title: "", detail: "", type: "", errors };
		return Object.assign(Object.create(ProblemError.prototype), { problem, body: JSON.stringify({ errors }) });
	};
	expect(gateIssuesOf(errorWith(errors))).toEqual([errors[0]]);
	expect(gateIssuesOf(errorWith([{ field: "text", code: "outdated", detail: "" }]))).toEqual([]);
});

test("revisions with the same text id belong to the same text", () => {
	expect(areOfOneText("zh-1", "zh-12-3")).toBe(true);
	expect(areOfOneText("zh-1", "zh1-1")).toBe(false);
});

test("publishing time is parsed in the user's time zone", () => {
	expect(momentOf("2026-11-22T10:00")).toBe(new Date(2026, 10, 22, 10).getTime());
	expect(momentOf("")).toBeUndefined();
});

test("images without alt text are read from the problem body", () => {
	const errorWith = (errors: { code: string }[]) => {
		const problem = { type: "", title: "", status: 422, detail: "", code: "invalid", errors: [] };
		const all = errors.map((error) => ({ field: "text", detail: "/a.png", line: 3, ...error }));
		return new ProblemError({ ...problem, errors: all }, JSON.stringify({ ...problem, errors: all }));
	};
	const found = imagesWithoutAltText(errorWith([{ code: "image-without-alt-text" }, { code: "past" }]));
	expect(found.map(({ line, detail }) => [line, detail])).toEqual([[3, "/a.png"]]);
	expect(imagesWithoutAltText(errorWith([{ code: "past" }]))).toEqual([]);
});

test.each([
	["![](a.png)", "a.png", "A gate", "![A gate](a.png)"],
	["- ![ ](a.png) and ![](b.png 'x')", "b.png", " a\ngate ", "- ![ ](a.png) and ![a gate](b.png 'x')"],
	["![](<a b.png>)", "a b.png", "[1]", "![\\[1\\]](<a b.png>)"],
	["![](a.png.webp) ![](a.png)", "a.png", "门", "![](a.png.webp) ![门](a.png)"],
	["![said](a.png)", "a.png", "x", undefined],
	["<img src='a.png' alt=''>", "a.png", "x", undefined],
])("line `%s` is changed only if it contains the image %s without alt text", (line, target, words, expected) => {
	expect(insertAltText(line, target, words)).toBe(expected);
});
