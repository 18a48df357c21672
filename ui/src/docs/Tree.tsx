import styles from "@/docs/Tree.module.css";
import { text } from "@/docs/text";
import { useFolder } from "@/docs/useFolder";
import type { TreeNode } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { Icon } from "@/shared/ui/Icon";
import { Link } from "@/shared/ui/Link";

export function Tree({ nodes }: { nodes: TreeNode[] }) {
	const locale = useLocale();
	return (
		<ul className={styles.branch}>
			{nodes.map((node) => (
				<li key={node.url ?? node.title}>
					{node.has_more || node.children.length > 0 ? (
						<Folder node={node} locale={locale} />
					) : (
						<TreeLink node={node} locale={locale} />
					)}
				</li>
			))}
		</ul>
	);
}

function TreeLink({ node, locale }: { node: TreeNode; locale: Locale }) {
	const lang = node.locale === locale ? undefined : node.locale;
	if (node.url === null) return <span lang={lang}>{node.title}</span>;
	return (
		<Link to={node.url} lang={lang} aria-current={node.current ? "page" : undefined}>
			{node.title}
		</Link>
	);
}

/**
 * Folder of the tree: the name links to its page, the arrow expands it. The server sends only the children of open
 * folders.
 */
function Folder({ node, locale }: { node: TreeNode; locale: Locale }) {
	const { children, load } = useFolder(node, locale);
	return (
		<>
			<TreeLink node={node} locale={locale} />
			<details open={node.open} onToggle={(event) => event.currentTarget.open && load()}>
				<summary
					aria-label={text(locale, "section", { title: node.title })}
					data-needs-script={node.has_more ? "" : undefined}
				>
					<Icon name="forward" />
				</summary>
				<Tree nodes={children} />
			</details>
		</>
	);
}
