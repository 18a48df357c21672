import styles from "@/app/Header.module.css";
import { text } from "@/app/text";
import { useLocale } from "@/shared/i18n/locale";
import { Icon } from "@/shared/ui/Icon";
import { useTheme } from "@/shared/useTheme";

const icons = {
	system: { icon: "system", label: "themeSystem" },
	light: { icon: "sun", label: "themeLight" },
	dark: { icon: "moon", label: "themeDark" },
} as const;

export function ThemeSwitch() {
	const locale = useLocale();
	const { theme, next } = useTheme();
	const { icon, label } = icons[theme];
	const name = text(locale, label);
	return (
		<button type="button" className={styles.tool} data-needs-script="" title={name} aria-label={name} onClick={next}>
			<Icon name={icon} />
		</button>
	);
}
