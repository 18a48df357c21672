import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { base, isRoute, routePath } from "@/shared/address";

/** Client-side navigation for links inside HTML strings. */
export function useHtmlLinks(): void {
	const navigate = useNavigate();
	useEffect(() => {
		const follow = (event: MouseEvent) => {
			const route = clickedRoute(event, location.origin);
			if (route === undefined) return;
			event.preventDefault();
			navigate(route, { viewTransition: true });
		};
		document.addEventListener("click", follow);
		return () => document.removeEventListener("click", follow);
	}, [navigate]);
}

export function clickedRoute(event: MouseEvent, origin: string): string | undefined {
	const { button, metaKey, ctrlKey, shiftKey, altKey, target } = event;
	if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined;
	const link = target instanceof Element ? target.closest("a") : null;
	if (!link?.hasAttribute("href") || link.origin !== origin || link.hasAttribute("download")) return undefined;
	if (link.target !== "" && link.target !== "_self") return undefined;
	// Browsers highlight a text fragment only when they load the document.
	if (link.hash.includes(":~:")) return undefined;
	const path = routePath(link.pathname);
	return link.pathname.startsWith(`${base}/`) && isRoute(path) ? path + link.search + link.hash : undefined;
}
