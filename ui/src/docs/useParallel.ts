import { useEffect } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router-dom";
import { readsParallel, rememberParallel } from "@/docs/readingMode";
import type { Page } from "@/shared/http/types";
import { sectionInView } from "@/shared/sectionInView";

/** Switches the parallel view on and off, and keeps the current section. */
export function useParallel(page: Page, isOn: boolean): { canBe: boolean; href: string; toggle: () => void } {
	const { pathname } = useLocation();
	const navigate = useNavigate();
	const { revalidate } = useRevalidator();
	const isAvailable = page.counterpart !== null && page.requested_locale === page.locale;
	const href = isOn ? pathname : `${pathname}?view=parallel`;

	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the server-rendered page.
	useEffect(() => {
		// The server renders one language, unless the URL requests both, so the stored choice is applied here.
		if (isAvailable && !isOn && readsParallel()) revalidate();
	}, []);

	function toggle(): void {
		const section = sectionInView(page.headings.flatMap(({ id }) => document.getElementById(id) ?? []));
		rememberParallel(!isOn);
		navigate(href + (section === undefined ? "" : `#${encodeURIComponent(section)}`));
	}

	return { canBe: isAvailable, href, toggle };
}
