import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import styles from "@/admin/AdminNav.module.css";
import { adminRouteAt, adminRoutes, isAllowed } from "@/admin/adminRoutes";
import { text } from "@/admin/text";
import type { User } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

/** Navigation of the admin area, with the pages that the user may open. */
export function AdminNav({ user }: { user: User }) {
	const locale = useLocale();
	const currentRoute = adminRouteAt(useLocation().pathname);
	const list = useRef<HTMLUListElement>(null);
	// On a phone the links are in one row. Scrolls the row to the link of the current page.
	useEffect(() => {
		const [row, link] = [list.current, list.current?.querySelector<HTMLElement>("[aria-current]")];
		if (currentRoute && row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
	}, [currentRoute]);
	return (
		<nav aria-label={text(locale, "parts")} className={styles.nav}>
			<ul ref={list}>
				{adminRoutes
					.filter((part) => isAllowed(user, part))
					.map((part) => (
						<li key={part.path}>
							<Link to={part.path} {...(part === currentRoute && { "aria-current": "page" })}>
								{text(locale, part.name)}
							</Link>
						</li>
					))}
			</ul>
		</nav>
	);
}
