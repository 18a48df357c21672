import { useNavigate } from "react-router-dom";
import styles from "@/docs/ArticleTools.module.css";
import { text } from "@/docs/text";
import { useParallel } from "@/docs/useParallel";
import { routePath } from "@/shared/address";
import type { OtherText, Page, PageLink } from "@/shared/http/types";
import { languageName, otherLocale, useLocale } from "@/shared/i18n/locale";
import { useShortcuts } from "@/shared/shortcuts";
import { Icon } from "@/shared/ui/Icon";
import { Link } from "@/shared/ui/Link";

/** Switch for the parallel view. Registers the shortcuts for this switch and for the previous and the next page. */
export function ArticleTools({ page, parallel }: { page: Page; parallel: OtherText | undefined }) {
	const locale = useLocale();
	const navigate = useNavigate();
	const { canBe, href, toggle } = useParallel(page, parallel !== undefined);
	const to = (target: PageLink | null) => {
		const url = target?.url;
		return url ? () => navigate(routePath(url), { viewTransition: true }) : undefined;
	};
	useShortcuts({ b: canBe ? toggle : undefined, p: to(page.previous), n: to(page.next) });

	if (!canBe) return null;
	const values = {
		own: languageName(page.locale, locale),
		other: languageName(otherLocale(page.locale), locale),
	};
	return (
		<>
			{parallel && (
				<p className={styles.title} lang={parallel.locale}>
					{parallel.title}
				</p>
			)}
			<div className={styles.tools}>
				<Link
					to={href}
					rel="nofollow"
					aria-keyshortcuts="b"
					onClick={(event) => {
						const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
						if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
						event.preventDefault();
						toggle();
					}}
				>
					<Icon name="columns" />
					{text(locale, parallel ? "parallelOff" : "parallelOn", values)}
					<span className={styles.key} aria-hidden="true" data-needs-script="">
						b
					</span>
				</Link>
			</div>
		</>
	);
}
