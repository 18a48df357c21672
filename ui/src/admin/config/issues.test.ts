import { expect, test } from "vitest";
import { fieldAt, issuesOf, rangeOf } from "@/admin/config/issues";
import { ProblemError } from "@/shared/http/api";

test.each([
	["a {\nb: c\n}", 1, 1, "a {"],
	["a {\nb: c\n}", 2, 4, "c"],
	["a {\nb: c\n}", 3, 1, "}"],
	["a {\nb: c\n}", 9, 9, ""],
	["名 { b", 1, 3, "{ b"],
	["", 1, 1, ""],
])("range in %j of line %i, column %i is %j", (text, line, column, found) => {
	expect(text.slice(...rangeOf(text, { line, column }))).toBe(found);
});

test("errors without a position are not listed as issues", () => {
	const problem = { type: "", title: "", status: 422, detail: "", code: "invalid", errors: [] };
	const errors = [
		{ field: "body", code: "syntax", detail: "", line: 2, column: 3 },
		{ field: "name", code: "unknown-type", detail: "" },
	];
	const actual = issuesOf(new ProblemError(problem, JSON.stringify({ errors })));
	expect(actual.map(({ code, line, column }) => [code, line, column])).toEqual([["syntax", 2, 3]]);
	expect(issuesOf(new ProblemError(problem, "null"))).toEqual([]);
	expect(issuesOf(new ProblemError({ ...problem, status: 503 }, "no JSON"))).toEqual([]);
});

test.each([
	['{"titel": {}}', "unknown-field", 8, "titel"],
	['{"title": {"zh": "x", "fr": "y"}}', "unknown-field", 26, "fr"],
	['{"title": {"zh": 1}}', "wrong-type", 18, "zh"],
	['{"offline": "yes"}', "wrong-type", 17, "offline"],
	['{"header": [{"to": "/a"}, 5]}', "wrong-type", 27, undefined],
	["[]", "wrong-type", 1, undefined],
])("JSON field in %s of the issue %s at column %i is %s", (text, code, column, field) => {
	expect(fieldAt(text, { code, line: 1, column })).toBe(field);
});
