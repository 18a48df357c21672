import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { usePageTitle } from "@/app/pageTitle";
import { text } from "@/app/text";
import { useLocale } from "@/shared/i18n/locale";

/** After a navigation, moves the focus to the new page or section and announces the page title. */
export function RouteAnnouncer() {
	const locale = useLocale();
	const title = usePageTitle();
	const { pathname, search, hash, key } = useLocation();
	const lastRoute = useRef({ page: pathname + search, key });
	const [arrived, setArrived] = useState(false);

	useEffect(() => {
		const page = pathname + search;
		const before = lastRoute.current;
		if (before.key === key) return;
		lastRoute.current = { page, key };
		if (before.page !== page) setArrived(true);
		// The router only scrolls to the section of a link. The focus must also move to the section, as in a document
		// without scripts.
		const target = sectionAt(hash) ?? (before.page === page ? null : startOfPage());
		if (target instanceof HTMLElement) focus(target);
	}, [pathname, search, hash, key]);

	return (
		<p role="status" className="visually-hidden">
			{arrived && text(locale, "arrived", { title })}
		</p>
	);
}

function startOfPage(): Element | null {
	return document.querySelector("main h1") ?? document.querySelector("main");
}

function sectionAt(hash: string): HTMLElement | null {
	const id = hash.slice(1);
	return document.getElementById(id) ?? document.getElementById(decoded(id));
}

function decoded(id: string): string {
	try {
		return decodeURIComponent(id);
	} catch {
		return id;
	}
}

function focus(target: HTMLElement): void {
	if (target.tabIndex < 0) target.tabIndex = -1;
	// The scroll position is set by the router's scroll restoration.
	target.focus({ preventScroll: true });
}
