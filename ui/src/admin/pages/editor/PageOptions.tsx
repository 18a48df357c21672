import styles from "@/admin/pages/editor/Dialog.module.css";
import { isRead, stateText } from "@/admin/pages/pageState";
import { named, text } from "@/admin/pages/text";
import type { AdminPage, AdminText } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

interface PageOptionsProps {
	/** Pages that a search found; `undefined` before the first search. */
	pages: AdminPage[] | undefined;
	/** Language whose title and path are preferred. */
	segment: "zh" | "en";
	choose: (page: AdminPage, title: string) => void;
}

/** Buttons for the pages that a search found. */
export function PageOptions({ pages, segment, choose }: PageOptionsProps) {
	const locale = useLocale();
	return (
		<>
			<p role="status">{pages?.length === 0 && text(locale, "emptySuch")}</p>
			{pages && pages.length > 0 && (
				<ul className={styles.options} aria-label={text(locale, "linkFound")}>
					{pages.map((page) => {
						const version = textOf(page, segment);
						const title = version?.title || page.key;
						return (
							<li key={page.id}>
								<button type="button" onClick={() => choose(page, title)}>
									<b lang={version?.locale}>{title}</b>
									<small>
										{named(locale, `area.${page.area}`) ?? page.area} · {version?.path || "/"}
										{version && !isRead(version) && ` · ${stateText(locale, version)}`}
									</small>
								</button>
							</li>
						);
					})}
				</ul>
			)}
		</>
	);
}

/** Text of the page in this language, or else in the other language. */
export function textOf(page: AdminPage, segment: "zh" | "en"): AdminText | undefined {
	return page[segment] ?? page.zh ?? page.en ?? undefined;
}
