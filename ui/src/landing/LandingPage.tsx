import { useLoaderData } from "react-router-dom";
import { landingPage } from "@/landing/api";
import { Features } from "@/landing/Features";
import { Hero } from "@/landing/Hero";
import styles from "@/landing/LandingPage.module.css";
import { Recent } from "@/landing/Recent";
import { Html } from "@/shared/Html";
import { type LoadArgs, placeOf } from "@/shared/load";
import { withLocale } from "@/shared/locale";

export async function loader(args: LoadArgs) {
	const { locale } = placeOf(args);
	const landing = await landingPage(locale, args.request.signal);
	const { name, tagline, text, description, counterpart } = landing;
	// A text that stands in for a missing one claims no language but its own.
	const own = { locale: landing.locale, url: withLocale("/", landing.locale) };
	const both = landing.locale === locale && counterpart.state !== "missing";
	const alternates = both ? [own, { locale: counterpart.locale, url: counterpart.url }] : [own];
	// The site's name follows by itself.
	const head = { title: text || tagline || name, description, canonical: own.url, alternates };
	return { head, counterpart: landing.locale === locale ? counterpart : undefined, landing };
}

export function Component() {
	const { landing } = useLoaderData<typeof loader>();
	return (
		<div lang={landing.locale}>
			<Hero name={landing.name} tagline={landing.tagline} text={landing.text} actions={landing.actions} />
			<Features features={landing.features} />
			{landing.html && <Html html={landing.html} className={`prose ${styles.body}`} />}
			<Recent pages={landing.recent} />
		</div>
	);
}
