import type { MouseEvent } from "react";
import styles from "@/app/Header.module.css";
import { LanguageSwitch } from "@/app/LanguageSwitch";
import { Mark } from "@/app/Mark";
import { usePage } from "@/app/page";
import { SearchForm } from "@/app/SearchForm";
import { siteName, useSite } from "@/app/site";
import { ThemeSwitch } from "@/app/ThemeSwitch";
import { text } from "@/app/text";
import { useSearchDialog } from "@/app/useSearchDialog";
import { Icon } from "@/shared/Icon";
import { Link } from "@/shared/Link";
import { useLocale, withLocale } from "@/shared/locale";
import { useLoggedIn } from "@/shared/useLoggedIn";
import { docsHome, useVersion } from "@/shared/version";

export function Header() {
	const locale = useLocale();
	const { area } = usePage();
	const name = siteName(useSite(), locale);
	const search = useSearchDialog();
	const searchHome = docsHome(locale, useVersion());
	const areas = [
		{ area: "docs", to: withLocale("/docs", locale) },
		{ area: "assistant", to: withLocale("/assistant", locale) },
		{ area: "localization", to: "/localization" },
		{ area: "datastat", to: "/datastat" },
	] as const;

	return (
		<header className={styles.header}>
			<div className={styles.bar}>
				<Link to={withLocale("/", locale)} className={styles.home} aria-label={text(locale, "home", { site: name })}>
					<Mark />
					<span>{name}</span>
				</Link>
				<nav className={styles.areas} aria-label={text(locale, "areas")}>
					{areas.map((item) => (
						<Link key={item.area} to={item.to} aria-current={item.area === area ? "true" : undefined}>
							{text(locale, item.area)}
						</Link>
					))}
				</nav>
				<SearchForm dialog={search} />
				<div className={styles.tools}>
					<Link
						to={`${searchHome}?q=`}
						className={styles.searchLink}
						aria-label={text(locale, "searchOpen")}
						onClick={(event) => {
							if (isPlainClick(event)) search.open();
						}}
					>
						<Icon name="search" />
					</Link>
					<LanguageSwitch />
					<ThemeSwitch />
					<LoginState />
				</div>
			</div>
			{search.opened && <search.opened.Dialog takeWords={search.opened.takeWords} close={search.close} />}
		</header>
	);
}

/** Opens the dialog in place of the search page; with a modifier it is a link like every other. */
function isPlainClick(event: MouseEvent): boolean {
	const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
	if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false;
	event.preventDefault();
	return true;
}

function LoginState() {
	const locale = useLocale();
	const loggedIn = useLoggedIn();
	const name = text(locale, loggedIn ? "admin" : "login");
	return (
		<Link to="/admin" className={styles.tool} title={name} aria-label={name} data-state={loggedIn ? "in" : "out"}>
			<Icon name="user" />
		</Link>
	);
}
