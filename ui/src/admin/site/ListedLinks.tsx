import type { Entry } from "@/admin/site/navigation";
import { siteText as text } from "@/admin/site/siteText";
import { useLocale } from "@/shared/i18n/locale";

/** Read-only list of links: names with their languages, and URLs. */
export function ListedLinks({ entries }: { entries: Entry[] | undefined }) {
	const locale = useLocale();
	if (!entries || entries.length === 0) return <p>{text(locale, entries ? "empty" : "builtIn")}</p>;
	return (
		<ol>
			{entries.map(({ id, zh, en, to, for: whom }) => (
				<li key={id}>
					{whom !== "en" && <span lang="zh-CN">{zh}</span>} {whom !== "zh" && <span lang="en-US">{en}</span>}{" "}
					<code>{to}</code>
				</li>
			))}
		</ol>
	);
}
