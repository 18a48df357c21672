import { useEffect, useRef } from "react";
import { useMatches } from "react-router-dom";
import { headTagSelector, tagsOf } from "@/app/head";
import { fullTitle, headOf } from "@/app/pageTitle";
import { useProblem } from "@/app/problem";
import { siteName } from "@/app/site";
import { useLocale } from "@/shared/i18n/locale";
import { useSite } from "@/shared/useSite";

/**
 * Every server-rendered page has at least one of these tags. The document for client-side rendering, which the server
 * sends if rendering fails, has none.
 */
const rendered = 'meta[name="robots"], meta[property="og:title"]';

/** `?safe` shows pages without the site's custom CSS until the next full load; the admin area never uses that CSS. */
const isPlain = typeof location === "object" && /[?&]safe(=|&|$)/.test(location.search);

/** Updates `<html lang>` and the head on navigation. For the first page, the server has rendered both. */
export function usePageHead(): void {
	const locale = useLocale();
	const site = siteName(useSite(), locale);
	const matches = useMatches();
	const problem = useProblem();
	const first = useRef(true);

	useEffect(() => {
		const own = document.head.querySelector<HTMLLinkElement>('link[href$="/global_style.css"]');
		const media = isPlain || /^\/index\/admin(\/|$)/.test(location.pathname) ? "not all" : "";
		if (own && own.media !== media) own.media = media;
		document.documentElement.lang = locale;
		const served = first.current && document.head.querySelector(rendered) !== null;
		first.current = false;
		if (served) return;
		const head = headOf(matches, locale, problem);
		writeHead(tagsOf(head, { title: fullTitle(head, site), site, locale, origin: location.origin }));
	}, [matches, problem, locale, site]);
}

function writeHead(tags: ReturnType<typeof tagsOf>): void {
	for (const old of document.head.querySelectorAll(headTagSelector)) old.remove();
	for (const { name, attributes, text } of tags) {
		const element = document.createElement(name);
		for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
		if (text !== undefined) element.textContent = text;
		document.head.append(element);
	}
}
