import { expect, test } from "vitest";
import { type DataBlock, hydrationOf } from "@/app/dataBlock";
import { ProblemError } from "@/shared/http/api";
import { site } from "@/testing/fakeServer";

const problem = { type: "", title: "", status: 404, detail: "", code: "not-found", errors: [] };
const page = { head: { title: "A" } };
const block: DataBlock = { locale: "en-US", site, page: null, problem: null };
const docs = [{ route: { id: "docs", loader: () => null } }];
const plain = [{ route: { id: "404" } }];

test("page data is given to the matched route", () => {
	expect(hydrationOf({ ...block, page }, docs)).toEqual({ loaderData: { frame: site, docs: page } });
});

test("a problem takes the page's place inside the frame", () => {
	const error = new ProblemError(problem);
	expect(hydrationOf({ ...block, problem }, docs)).toEqual({
		loaderData: { frame: site },
		errors: { boundary: error },
	});
});

test("the not-found page needs no error: it is a page", () => {
	expect(hydrationOf({ ...block, problem }, plain)).toEqual({ loaderData: { frame: site } });
});

test("layout is absent without site data", () => {
	expect(hydrationOf({ ...block, site: null, problem }, docs)).toEqual({
		errors: { frame: new ProblemError(problem) },
	});
});
