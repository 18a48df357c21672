// Pages of the documentation by top-level folder, for the generated home page.
import { pathInDocs } from "@/docs/pathInDocs";
import type { ListedPage, TreeNode } from "@/shared/http/types";

export interface PageGroup {
	/** Folder; null for pages outside of folders. */
	folder: Pick<TreeNode, "title" | "url" | "locale"> | null;
	/** Page of the folder itself, if there is one. */
	index: ListedPage | undefined;
	pages: ListedPage[];
}

/**
 * Returns first the group of the pages outside of folders, then a group for each folder, in the order of the tree. The
 * pages of a group are in the order of `pages`.
 */
export function pageGroups(nodes: TreeNode[], pages: ListedPage[]): PageGroup[] {
	const byFolder = new Map<string, ListedPage[]>();
	for (const page of pages) {
		const name = folderOf(page.url);
		byFolder.set(name, [...(byFolder.get(name) ?? []), page]);
	}
	const groups: PageGroup[] = [];
	const loose: ListedPage[] = [];
	for (const node of nodes) {
		const below = node.url === null ? [] : (byFolder.get(folderOf(node.url)) ?? []);
		const isFolder = node.has_more || node.children.length > 0;
		if (!isFolder) loose.push(...below);
		else groups.push({ folder: node, ...withoutIndex(below) });
	}
	const first: PageGroup[] = loose.length > 0 ? [{ folder: null, index: undefined, pages: loose }] : [];
	return [...first, ...groups];
}

function withoutIndex(pages: ListedPage[]): Omit<PageGroup, "folder"> {
	const isIndex = ({ url }: ListedPage) => partsOf(url).length === 1;
	return { index: pages.find(isIndex), pages: pages.filter((page) => !isIndex(page)) };
}

function folderOf(url: string): string {
	return partsOf(url)[0] ?? "";
}

/** Segments of a path, without the name of an old version such as `@1.9`. */
function partsOf(url: string): string[] {
	return pathInDocs(url)
		.split("/")
		.filter((part) => !part.startsWith("@"));
}
