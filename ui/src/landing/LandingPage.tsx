import { useLoaderData } from "react-router-dom";
import { landingPage } from "@/landing/api";
import { Blocks } from "@/landing/Blocks";
import { feedsOf } from "@/landing/feeds";
import { AllNews, loadNews, NewsEntry } from "@/landing/News";
import { useEditLinks } from "@/landing/useEditLinks";
import { type Locale, useLocale, withLocale } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";

/** Loads the front page, the list of news, or a news entry. */
export function loader(args: LoadArgs) {
	const { path, locale } = addressAndLocaleOf(args);
	const below = args.params["*"];
	if (below !== undefined || path.endsWith("/news")) return loadNews(args, (below ?? "").replace(/\/+$/, ""));
	return loadFront(locale, args.request.signal);
}

async function loadFront(locale: Locale, signal?: AbortSignal) {
	const landing = await landingPage(locale, signal);
	const { title, description, counterpart } = landing;
	// If the front page exists in only one language, its only alternate is the URL in that language.
	const own = { locale: landing.locale, url: withLocale("/", landing.locale) };
	const both = landing.locale === locale && counterpart.state !== "not_translated";
	const alternates = both ? [own, { locale: counterpart.locale, url: counterpart.url }] : [own];
	// The title does not contain the site title, because `fullTitle` appends it.
	const head = { title, description, canonical: own.url, alternates, feeds: feedsOf(locale), isSite: true };
	const ownCounterpart = landing.locale === locale ? counterpart : undefined;
	return { head, counterpart: ownCounterpart, landing, entry: undefined, list: undefined };
}

export function Component() {
	const { landing, entry, list } = useLoaderData<typeof loader>();
	useEditLinks(landing?.blocks ?? entry, useLocale());
	if (landing) return <Blocks blocks={landing.blocks} />;
	return entry ? <NewsEntry entry={entry} /> : list && <AllNews {...list} />;
}
