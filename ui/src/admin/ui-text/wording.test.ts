import { expect, test } from "vitest";
import { sheet } from "@/admin/config/testing";
import {
	found,
	isOutdated,
	leftOver,
	type Overrides,
	overridesOf,
	rowsOf,
	withSentence,
} from "@/admin/ui-text/wording";
import type { BuiltInMessage, ConfigValue } from "@/shared/http/types";

const messages: BuiltInMessage[] = [
	{ area: "app", key: "docs", zh: "文档", en: "Docs" },
	{ area: "docs", key: "pages", zh: "{count} 页", en: "{count} pages" },
	{ area: "docs", key: "pages.one", zh: null, en: "One page" },
];
const zh: Overrides = { app: { docs: { text: "手册", original: "文档" } } };
const rows = rowsOf(messages, { "zh-CN": zh, "en-US": {} });
const keys = (of: typeof rows) => of.map(({ area, key }) => `${area}.${key}`);

test.each<[q: string, changedOnly: boolean, keys: string[]]>([
	["", false, ["app.docs", "docs.pages", "docs.pages.one"]],
	["手册", false, ["app.docs"]],
	["文档", false, ["app.docs"]],
	["ONE", false, ["docs.pages.one"]],
	["app.", false, ["app.docs"]],
	["", true, ["app.docs"]],
	["page", true, []],
])("message search for %j (overridden only: %j) returns %j", (q, changedOnly, expected) => {
	expect(keys(found(rows, q, changedOnly))).toEqual(expected);
});

test("override stores the built-in text and can be removed", () => {
	const both = withSentence(rows, "zh-CN", { area: "docs", key: "pages" }, "共 {count} 页");
	expect(both).toEqual({ ...zh, docs: { pages: { text: "共 {count} 页", original: "{count} 页" } } });
	const less = withSentence(
		rowsOf(messages, { "zh-CN": both, "en-US": {} }),
		"zh-CN",
		{ area: "app", key: "docs" },
		null,
	);
	expect(less).toEqual({ docs: both.docs });
});

test("obsolete overrides are counted and not sent", () => {
	const old: Overrides = {
		app: { docs: { text: "手册" }, gone: { text: "x" } },
		docs: { pages: { text: "没有数字" }, "pages.one": { text: "一页" } },
	};
	const rows = rowsOf(messages, { "zh-CN": old, "en-US": {} });
	expect(leftOver(rows, "zh-CN", old)).toBe(3);
	const next = withSentence(rows, "zh-CN", { area: "app", key: "docs" }, "指南");
	expect(next).toEqual({ app: { docs: { text: "指南", original: "文档" } } });
});

test("override is outdated if the built-in message has changed", () => {
	const side = (original?: string) => ({
		builtIn: "文档",
		changed: { text: "手册", ...(original !== undefined && { original }) },
	});
	expect([side("文档"), side("文件"), side()].map(isOutdated)).toEqual([false, true, false]);
	expect(isOutdated({ builtIn: "文档", changed: undefined })).toBe(false);
});

test("invalid parts of a published file with overrides are ignored", () => {
	const value = (body: string): ConfigValue => ({
		...sheet,
		name: "messages.zh.json",
		media_type: "application/json",
		body,
	});
	expect(overridesOf(undefined)).toEqual({});
	expect(overridesOf(value('{"app": {"docs": {"text": "手册"}, "x": 1}, "y": null}'))).toEqual({
		app: { docs: { text: "手册" } },
	});
});
