import { listSize } from "@/docs/api";
import styles from "@/docs/PageIndex.module.css";
import { type PageGroup, pageGroups } from "@/docs/pageGroups";
import { text } from "@/docs/text";
import { VersionNotice } from "@/docs/VersionNotice";
import { VersionSwitch } from "@/docs/VersionSwitch";
import type { ListedPage, TreeNode, VersionPlace } from "@/shared/http/types";
import { stateText } from "@/shared/i18n/common";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import type { VersionRead } from "@/shared/load";
import { Link } from "@/shared/ui/Link";
import { Time } from "@/shared/ui/Time";
import { docsHome } from "@/shared/version";

interface Props {
	nodes: TreeNode[];
	at: number;
	total: number;
	pages: ListedPage[];
	version?: VersionRead | undefined;
	versions: VersionPlace[];
}

/**
 * Generated home of the documentation, for sites without an index page. It lists the pages by folder or, if there are
 * too many for one response, as a paginated list.
 */
export function PageIndex({ nodes, at, total, pages, version, versions }: Props) {
	const locale = useLocale();
	const home = docsHome(locale, version);
	const read = version?.name ?? null;
	return (
		<div className={styles.list} data-wide="">
			<VersionSwitch places={versions} version={read} />
			<h1>{text(locale, "all")}</h1>
			<VersionNotice page={{ version: read, versions }} />
			{pages.length === 0 && <p>{text(locale, "empty")}</p>}
			{total > listSize ? (
				<Pages pages={pages} locale={locale} isDated />
			) : (
				pageGroups(nodes, pages).map((group) => <Group key={group.folder?.title ?? ""} group={group} locale={locale} />)
			)}
			{total > listSize && (
				<nav aria-label={text(locale, "readOn")}>
					{at > 1 && <Link to={`${home}?page=${at - 1}`}>{text(locale, "previous")}</Link>}
					{at * listSize < total && <Link to={`${home}?page=${at + 1}`}>{text(locale, "next")}</Link>}
				</nav>
			)}
		</div>
	);
}

function Group({ group: { folder, index, pages }, locale }: { group: PageGroup; locale: Locale }) {
	return (
		<section className={styles.group}>
			{folder && (
				<h2 lang={folder.locale === locale ? undefined : folder.locale}>
					{folder.url === null ? folder.title : <Link to={folder.url}>{folder.title}</Link>}
				</h2>
			)}
			{index && <Description page={index} locale={locale} />}
			<Pages pages={pages} locale={locale} />
		</section>
	);
}

function Pages({ pages, locale, isDated = false }: { pages: ListedPage[]; locale: Locale; isDated?: boolean }) {
	return (
		<ul className={isDated ? styles.dated : styles.cards}>
			{pages.map((page) => (
				<li key={page.key}>
					<Link to={page.url} lang={page.locale === locale ? undefined : page.locale}>
						{page.title}
					</Link>
					{page.state !== "up_to_date" && <small>{stateText(locale, page.state)}</small>}
					{isDated && <Time at={page.updated_at} />}
					<Description page={page} locale={locale} />
				</li>
			))}
		</ul>
	);
}

function Description({ page, locale }: { page: ListedPage; locale: Locale }) {
	if (page.description === "") return null;
	return <p lang={page.locale === locale ? undefined : page.locale}>{page.description}</p>;
}
