import { useState } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { counterpartHash, counterpartOf } from "@/app/counterpart";
import { routeValue } from "@/app/handle";
import styles from "@/app/LanguageSwitch.module.css";
import { usePage } from "@/app/page";
import { text } from "@/app/text";
import { queryOf, searchOf } from "@/shared/address";
import { chooseLocale, languageName, languageNames, localeOfPath, otherLocale, useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";
import { useHydrated } from "@/shared/useHydrated";

/** Message keys for the state of the translation: a sentence, and a short form for states that a reader must notice. */
const meanings = {
	up_to_date: ["languageUpToDate", undefined],
	outdated: ["languageOutdated", "languageOutdatedShort"],
	not_translated: ["languageNotTranslated", "languageNotTranslatedShort"],
	not_aligned: ["languageNotAligned", "languageNotAlignedShort"],
	not_reviewed: ["languageNotReviewed", "languageNotReviewedShort"],
	machine_translated: ["languageMachineTranslated", "languageMachineTranslatedShort"],
	home: ["languageHome", undefined],
	unknown: ["languagePage", undefined],
} as const;

/** Messages for an unknown number of outdated segments. */
const uncounted = ["languageIncomplete", "languageIncompleteShort"] as const;

function loadPlace() {
	return import("@/app/place/keepReadingPosition");
}

/** Link to this page in the other language, with the translation state of the page in that language. */
export function LanguageSwitch() {
	const locale = useLocale();
	const other = otherLocale(locale);
	const { pathname, search, hash, key } = useLocation();
	const matches = useMatches();
	const [read, setRead] = useState<{ key: string; section: string }>();
	const { data, area } = usePage();
	const counterpart = counterpartOf({ path: pathname, area, counterpart: data?.counterpart }, other);
	// The server's HTML contains only query parameters on which its content depends, so the whole query and the
	// fragment are added after hydration. Without JavaScript, a URL without a language needs the parameter `lang`; the
	// server then stores the choice.
	const query = queryOf(search);
	const isNeutral = localeOfPath(counterpart.path) === undefined;
	const names = isNeutral ? (routeValue(matches, "query") ?? []) : ["q"];
	const known = Object.fromEntries(names.map((name) => [name, query[name]]));
	const shared = searchOf(isNeutral ? { ...known, lang: other } : known);
	// The fragment is initially that of the URL. On hover, press, or focus, the id of the section in view replaces it.
	const section = read?.key === key ? read.section : hash;
	const rest =
		useHydrated() && counterpart.state !== "home" ? `${search}${counterpartHash(section, data?.anchors)}` : shared;
	const findSection = () => {
		loadPlace().then(
			({ sectionRead }) => setRead({ key, section: sectionRead() }),
			() => undefined,
		);
	};
	const isCounted = counterpart.state !== "outdated" || counterpart.outdated > 0;
	const [sentence, short] = isCounted ? meanings[counterpart.state] : uncounted;
	const values = { language: languageName(other, locale), count: counterpart.outdated };

	return (
		<Link
			to={counterpart.path + rest}
			className={styles.switch}
			hrefLang={other}
			rel={isNeutral ? "nofollow" : undefined}
			title={text(locale, sentence, values)}
			data-state={counterpart.state}
			onPointerEnter={findSection}
			onPointerDown={findSection}
			onFocus={findSection}
			onClick={() => {
				chooseLocale(other);
				loadPlace().then(
					({ keepReadingPosition: keepPlace }) => keepPlace(counterpart.path),
					() => undefined,
				);
			}}
		>
			<span lang={other}>{languageNames[other]}</span>
			{short && (
				<>
					<span className={styles.mark} aria-hidden="true">
						{counterpart.state === "outdated" && counterpart.outdated > 0 ? counterpart.outdated : ""}
					</span>
					<small className={styles.state}>{text(locale, short, values)}</small>
				</>
			)}
		</Link>
	);
}
