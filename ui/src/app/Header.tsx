import styles from "@/app/Header.module.css";
import { LanguageSwitch } from "@/app/LanguageSwitch";
import { Mark } from "@/app/Mark";
import { usePage } from "@/app/page";
import { SearchForm } from "@/app/SearchForm";
import { siteName, useSite } from "@/app/site";
import { ThemeSwitch } from "@/app/ThemeSwitch";
import { text } from "@/app/text";
import { Icon } from "@/shared/Icon";
import { Link } from "@/shared/Link";
import { useLocale, withLocale } from "@/shared/locale";
import { useLoggedIn } from "@/shared/useLoggedIn";

export function Header() {
	const locale = useLocale();
	const { area } = usePage();
	const name = siteName(useSite(), locale);
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
				<SearchForm />
				<div className={styles.tools}>
					<Link
						to={`${withLocale("/docs", locale)}?q=`}
						className={styles.searchLink}
						aria-label={text(locale, "searchOpen")}
					>
						<Icon name="search" />
					</Link>
					<LanguageSwitch />
					<ThemeSwitch />
					<LoginState />
				</div>
			</div>
		</header>
	);
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
