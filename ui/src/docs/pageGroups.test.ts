import { expect, test } from "vitest";
import { pageGroups } from "@/docs/pageGroups";
import { childrenOf } from "@/docs/useFolder";
import type { ListedPage, TreeNode } from "@/shared/http/types";

const node = (path: string, has_more: boolean, children: TreeNode[] = []): TreeNode => ({
	title: path,
	url: `/index/zh/docs/${path}`,
	locale: "zh-CN",
	current: false,
	open: children.length > 0,
	has_more,
	children,
});

const page = (path: string): ListedPage => ({
	key: path,
	url: `/index/zh/docs/${path}`,
	title: path,
	description: "",
	locale: "zh-CN",
	updated_at: 0,
	state: "up_to_date",
	counterpart: null,
});

const groupsOf = (nodes: TreeNode[], pages: string[]) =>
	pageGroups(nodes, pages.map(page)).map(({ folder, index, pages }) => [
		folder?.title ?? null,
		index?.key,
		pages.map(({ key }) => key),
	]);

test("pages are grouped by top-level folder in tree order", () => {
	const nodes = [node("guide", true), node("intro", false), node("api/x", true)];
	expect(groupsOf(nodes, ["guide", "guide/start", "intro", "api/x", "api/deep/y"])).toEqual([
		[null, undefined, ["intro"]],
		["guide", "guide", ["guide/start"]],
		["api/x", undefined, ["api/x", "api/deep/y"]],
	]);
});

test("pages of an old version are grouped by folder", () => {
	const nodes = [node("@1.9/%E6%8C%87%E5%8D%97", false, [node("@1.9/%E6%8C%87%E5%8D%97/a", false)])];
	expect(groupsOf(nodes, ["@1.9/%E6%8C%87%E5%8D%97", "@1.9/%E6%8C%87%E5%8D%97/a"])).toEqual([
		["@1.9/%E6%8C%87%E5%8D%97", "@1.9/%E6%8C%87%E5%8D%97", ["@1.9/%E6%8C%87%E5%8D%97/a"]],
	]);
});

test("children of a folder without a page are found by the URL of its first page", () => {
	const leaf = node("api/x", false);
	const tree = [node("guide", true), node("api/x", false, [leaf, node("api/y", false)])];
	expect(childrenOf(tree, leaf.url).map(({ title }) => title)).toEqual(["api/x", "api/y"]);
	expect(childrenOf(tree, "/index/zh/docs/none")).toEqual([]);
});
