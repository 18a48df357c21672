import { expect, test } from "vitest";
import { counterpartOf, type There } from "@/app/counterpart";
import type { AreaName } from "@/app/handle";
import type { Counterpart } from "@/shared/wire";

const behind: Counterpart = { locale: "en-US", url: "/index/en/docs/begin", state: "behind" };

test.each<[string, AreaName, Counterpart | null | undefined, There]>([
	["/zh/docs/start", "docs", behind, { path: "/en/docs/begin", state: "behind" }],
	["/zh/docs/start", "docs", null, { path: "/en/docs/start", state: "missing" }],
	["/zh/docs/start", "docs", undefined, { path: "/en/docs/start", state: "current" }],
	["/docs/start", "docs", undefined, { path: "/en/docs/start", state: "current" }],
	["/zh", "landing", undefined, { path: "/en", state: "current" }],
	["/assistant", "assistant", undefined, { path: "/en/assistant", state: "current" }],
	["/datastat", "datastat", undefined, { path: "/datastat", state: "current" }],
	["/zh/no/such/page", "notFound", undefined, { path: "/en", state: "home" }],
])("from %s (%s)", (path, area, counterpart, there) => {
	expect(counterpartOf({ path, area, counterpart }, "en-US")).toEqual(there);
});
