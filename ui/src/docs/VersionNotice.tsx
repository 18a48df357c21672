import styles from "@/docs/Notices.module.css";
import { text } from "@/docs/text";
import { findVersion } from "@/docs/VersionSwitch";
import type { Page } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

const sentences = {
	current: "readsVersion",
	unreleased: "readsUnreleased",
	maintained: "readsVersion",
	ended: "readsEnded",
} as const;

/** Notice above a page of an old or unreleased version, with a link to the same or the closest current page. */
export function VersionNotice({ page }: { page: Pick<Page, "version" | "versions"> }) {
	const locale = useLocale();
	const read = findVersion(page.versions, page.version);
	const current = findVersion(page.versions, null);
	if (page.version === null || !read || !current) return null;
	return (
		<aside className={styles.notice} data-tone="warning" aria-label={text(locale, "versionNotice")}>
			<p>{text(locale, sentences[read.state], { version: read.label })}</p>
			{current.label !== "" && <p>{text(locale, "versionNow", { version: current.label })}</p>}
			<p>
				<Link to={current.url}>{text(locale, current.has_page ? "versionSamePage" : "versionNearest")}</Link>
			</p>
		</aside>
	);
}
