import { useLocation } from "react-router-dom";
import { counterpartOf } from "@/app/counterpart";
import styles from "@/app/LanguageSwitch.module.css";
import { usePage } from "@/app/page";
import { text } from "@/app/text";
import { Link } from "@/shared/Link";
import { chooseLocale, languageName, languageNames, otherLocale, useLocale } from "@/shared/locale";
import { useHydrated } from "@/shared/useHydrated";

const meanings = {
	current: "languageCurrent",
	behind: "languageBehind",
	missing: "languageMissing",
	unreviewed: "languageUnreviewed",
	machine: "languageMachine",
	home: "languageHome",
} as const;

/** A link to this page in the other language, saying before the click what is there. */
export function LanguageSwitch() {
	const locale = useLocale();
	const other = otherLocale(locale);
	const { pathname, search, hash } = useLocation();
	const { data, area } = usePage();
	const there = counterpartOf({ path: pathname, area, counterpart: data?.counterpart }, other);
	// Server HTML is shared by all queries, so query and hash join after hydration.
	const rest = useHydrated() && there.state !== "home" ? `${search}${hash}` : "";
	const meaning = text(locale, meanings[there.state], { language: languageName(other, locale) });

	return (
		<Link
			to={there.path + rest}
			className={styles.switch}
			hrefLang={other}
			title={meaning}
			data-state={there.state}
			onClick={() => chooseLocale(other)}
		>
			<span lang={other}>{languageNames[other]}</span>
			{there.state !== "current" && there.state !== "home" && (
				<>
					<span className={styles.mark} aria-hidden="true" />
					<span className="visually-hidden">{meaning}</span>
				</>
			)}
		</Link>
	);
}
