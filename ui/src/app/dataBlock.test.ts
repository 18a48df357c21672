import { expect, test } from "vitest";
import { type DataBlock, hydrationOf } from "@/app/dataBlock";
import { ProblemError } from "@/shared/http/api";
import { site } from "@/testing/fakeServer";

const problem = { type: "", title: "", status: 404, detail: "", code: "not-found", errors: [] };
const page = { head: { title: "A" } };
const block: DataBlock = { locale: "en-US", site, page: null, problem: null };
const docs = [{ route: { id: "docs", loader: () => null } }];
const plain = [{ route: { id: "404" } }];

test("page data is passed to the matched route", () => {
	expect(hydrationOf({ ...block, page }, docs)).toEqual({ loaderData: { frame: site, docs: page } });
});

test("problem document replaces the page inside the layout", () => {
	const error = new ProblemError(problem);
	expect(hydrationOf({ ...block, problem }, docs)).toEqual({
		loaderData: { frame: site },
		errors: { boundary: error },
	});
});

test("not-found page is hydrated without an error", () => {
	expect(hydrationOf({ ...block, problem }, plain)).toEqual({ loaderData: { frame: site } });
});

test("layout shows the problem if site data is missing", () => {
	expect(hydrationOf({ ...block, site: null, problem }, docs)).toEqual({
		errors: { frame: new ProblemError(problem) },
	});
});
