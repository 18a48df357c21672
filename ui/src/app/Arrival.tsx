import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { usePageTitle } from "@/app/pageTitle";
import { text } from "@/app/text";
import { useLocale } from "@/shared/locale";

/** After a navigation: the focus goes to the new page, and its title is spoken. */
export function Arrival() {
	const locale = useLocale();
	const title = usePageTitle();
	const { pathname, search } = useLocation();
	const shown = useRef(pathname + search);
	const [arrived, setArrived] = useState(false);

	useEffect(() => {
		if (shown.current === pathname + search) return;
		shown.current = pathname + search;
		setArrived(true);
		const goal = document.querySelector("main h1") ?? document.querySelector("main");
		if (!(goal instanceof HTMLElement)) return;
		goal.tabIndex = -1;
		// Where to scroll is the scroll restoration's business.
		goal.focus({ preventScroll: true });
	}, [pathname, search]);

	return (
		<p role="status" className="visually-hidden">
			{arrived && text(locale, "arrived", { title })}
		</p>
	);
}
