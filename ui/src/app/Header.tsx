import type { MouseEvent } from "react";
import { useLocation } from "react-router-dom";
import styles from "@/app/Header.module.css";
import { LanguageSwitch } from "@/app/LanguageSwitch";
import { Logo } from "@/app/Logo";
import { usePage } from "@/app/page";
import { SearchForm } from "@/app/SearchForm";
import { siteName } from "@/app/site";
import { ThemeSwitch } from "@/app/ThemeSwitch";
import { text } from "@/app/text";
import { useLinks } from "@/app/useLinks";
import { useSearchDialog } from "@/app/useSearchDialog";
import { routePath } from "@/shared/address";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { Icon } from "@/shared/ui/Icon";
import { Link } from "@/shared/ui/Link";
import { useLoggedIn } from "@/shared/useLoggedIn";
import { useSite } from "@/shared/useSite";
import { docsHome, useVersion } from "@/shared/version";

export function Header() {
	const locale = useLocale();
	const name = siteName(useSite(), locale);
	const search = useSearchDialog();
	const searchHome = docsHome(locale, useVersion());

	return (
		<header className={styles.header}>
			<div className={styles.bar}>
				<Link to={withLocale("/", locale)} className={styles.home} aria-label={text(locale, "home", { site: name })}>
					<Logo />
					<span>{name}</span>
				</Link>
				<Areas />
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
			<Areas isBelow />
			{search.opened && <search.opened.Dialog takeQuery={search.opened.takeQuery} close={search.close} />}
		</header>
	);
}

/**
 * Links of the header. The header contains the list twice: in its bar and, for narrow windows, below the bar. Only the
 * list below the bar scrolls out of view. The style sheet displays one of the two lists.
 */
function Areas({ isBelow = false }: { isBelow?: boolean }) {
	const locale = useLocale();
	const links = useLinks("header");
	const isHere = useIsHere();
	return (
		<nav className={styles.areas} aria-label={text(locale, "areas")} data-below={isBelow || undefined}>
			{links.map(({ to, label }) => (
				<Link key={to + label} to={to} aria-current={isHere(to)}>
					{label}
				</Link>
			))}
		</nav>
	);
}

/**
 * Whether a link points to the current page or to one of its parents. The not-found page is the same for all URLs, so
 * it matches no link.
 */
function useIsHere() {
	const locale = useLocale();
	const { area } = usePage();
	const { pathname } = useLocation();
	const inLocale = (path: string) => `${withLocale(path, locale)}/`;
	const home = inLocale("/");
	return (to: string) => {
		const [currentPath, linkPath] = [inLocale(pathname), inLocale(routePath(to))];
		return area !== "notFound" && (currentPath === linkPath || (linkPath !== home && currentPath.startsWith(linkPath)))
			? "true"
			: undefined;
	};
}

/**
 * Whether a click opens the search dialog; if so, prevents the default action. A click with a modifier key follows the
 * link to the search page instead.
 */
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
