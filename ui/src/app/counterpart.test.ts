import { expect, test } from "vitest";
import { counterpartHash, counterpartOf, type SwitchTarget } from "@/app/counterpart";
import type { AreaName } from "@/app/handle";
import type { Counterpart } from "@/shared/http/types";

const outdated: Counterpart = { locale: "en-US", url: "/index/en/docs/begin", state: "outdated", outdated: 3 };

test.each<[string, AreaName, Counterpart | null | undefined, SwitchTarget]>([
	["/zh/docs/start", "docs", outdated, { path: "/en/docs/begin", state: "outdated", outdated: 3 }],
	["/zh/docs/start", "docs", null, { path: "/en/docs/start", state: "not_translated", outdated: 0 }],
	["/zh/docs/start", "docs", undefined, { path: "/en/docs/start", state: "unknown", outdated: 0 }],
	["/docs/start", "docs", undefined, { path: "/en/docs/start", state: "unknown", outdated: 0 }],
	["/zh", "landing", undefined, { path: "/en", state: "unknown", outdated: 0 }],
	["/assistant", "assistant", undefined, { path: "/en/assistant", state: "unknown", outdated: 0 }],
	["/datastat", "datastat", undefined, { path: "/datastat", state: "unknown", outdated: 0 }],
	["/zh/no/such/page", "notFound", undefined, { path: "/en", state: "home", outdated: 0 }],
])("language switch on %s in the area %s links to the counterpart, if any", (path, area, counterpart, expected) => {
	expect(counterpartOf({ path, area, counterpart }, "en-US")).toEqual(expected);
});

test.each([
	["#%E5%AE%89%E8%A3%85", "#install"],
	["#安装", "#install"],
	["#back", "#%E5%9B%9E"],
	["#other", "#other"],
	["#%", "#%"],
	["", ""],
])("counterpart of the fragment %s is %s", (hash, expected) => {
	expect(counterpartHash(hash, { 安装: "install", back: "回" })).toBe(expected);
	expect(counterpartHash(hash, undefined)).toBe(hash);
});
