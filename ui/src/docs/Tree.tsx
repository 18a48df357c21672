import styles from "@/docs/Tree.module.css";
import { text } from "@/docs/text";
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
					{node.children.length > 0 ? <Section node={node} locale={locale} /> : <Leaf node={node} locale={locale} />}
				</li>
			))}
		</ul>
	);
}

function Leaf({ node, locale }: { node: TreeNode; locale: Locale }) {
	const lang = node.locale === locale ? undefined : node.locale;
	if (node.url === null) return <span lang={lang}>{node.title}</span>;
	return (
		<Link to={node.url} lang={lang} aria-current={node.current ? "page" : undefined}>
			{node.title}
		</Link>
	);
}

/** The name of a section leads to its page; the arrow beside it opens and closes. */
function Section({ node, locale }: { node: TreeNode; locale: Locale }) {
	return (
		<>
			<Leaf node={node} locale={locale} />
			<details open={node.open}>
				<summary aria-label={text(locale, "section", { title: node.title })}>
					<Icon name="forward" />
				</summary>
				<Tree nodes={node.children} />
			</details>
		</>
	);
}
