import { useState } from "react";
import { docsTree } from "@/docs/api";
import { pathInDocs } from "@/docs/pathInDocs";
import type { TreeNode } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Child pages of a folder in the tree. The children of a closed folder are loaded when it is opened. */
export function useFolder(node: TreeNode, locale: Locale): { children: TreeNode[]; load: () => void } {
	const [loaded, setLoaded] = useState<TreeNode[]>([]);
	const isLoaded = !node.has_more || loaded.length > 0;

	function load(): void {
		if (isLoaded || node.url === null) return;
		docsTree(locale, pathInDocs(node.url)).then(
			({ nodes }) => setLoaded(withoutCurrent(childrenOf(nodes, node.url))),
			(error: unknown) => console.error("loading folder failed", error),
		);
	}

	return { children: node.has_more ? loaded : node.children, load };
}

/** Returns the children of the folder with this URL, or none. A folder without a page has the URL of its first page. */
export function childrenOf(nodes: TreeNode[], url: string | null): TreeNode[] {
	for (const { url: own, children } of nodes) {
		if (own === url && children.length > 0) return children;
		const found = childrenOf(children, url);
		if (found.length > 0) return found;
	}
	return [];
}

/** Removes the mark of the current page: the response marks the requested folder, which is not the current page. */
function withoutCurrent(nodes: TreeNode[]): TreeNode[] {
	return nodes.map((node) => ({ ...node, current: false, children: withoutCurrent(node.children) }));
}
