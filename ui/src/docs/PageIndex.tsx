import { listSize } from "@/docs/api";
import styles from "@/docs/PageIndex.module.css";
import { text } from "@/docs/text";
import { VersionNotice } from "@/docs/VersionNotice";
import { VersionSwitch } from "@/docs/VersionSwitch";
import type { ListedPage, VersionPlace } from "@/shared/http/types";
import { stateText } from "@/shared/i18n/common";
import { useLocale } from "@/shared/i18n/locale";
import type { VersionRead } from "@/shared/load";
import { Link } from "@/shared/ui/Link";
import { Time } from "@/shared/ui/Time";
import { docsHome } from "@/shared/version";

/** All pages, where the site has written no index page of its own. */
interface Props {
	at: number;
	total: number;
	pages: ListedPage[];
	version?: VersionRead | undefined;
	versions: VersionPlace[];
}

export function PageIndex({ at, total, pages, version, versions }: Props) {
	const locale = useLocale();
	const here = docsHome(locale, version);
	const read = version?.name ?? null;
	return (
		<div className={styles.list}>
			<VersionSwitch places={versions} version={read} />
			<h1>{text(locale, "all")}</h1>
			<VersionNotice page={{ version: read, versions }} />
			{pages.length === 0 && <p>{text(locale, "empty")}</p>}
			<ul>
				{pages.map((page) => (
					<li key={page.key}>
						<Link to={page.url} lang={page.locale === locale ? undefined : page.locale}>
							{page.title}
						</Link>
						{page.state !== "up_to_date" && <span>{stateText(locale, page.state)}</span>}
						<Time at={page.updated_at} />
					</li>
				))}
			</ul>
			{total > listSize && (
				<nav aria-label={text(locale, "readOn")}>
					{at > 1 && <Link to={`${here}?page=${at - 1}`}>{text(locale, "previous")}</Link>}
					{at * listSize < total && <Link to={`${here}?page=${at + 1}`}>{text(locale, "next")}</Link>}
				</nav>
			)}
		</div>
	);
}
