import { configText as text } from "@/admin/config/configText";
import styles from "@/admin/People.module.css";
import { Link } from "@/shared/Link";
import { useLocale } from "@/shared/locale";
import { sentences } from "@/shared/sentences";

/** An address of a value that can never be. */
export function NoName({ name }: { name: string }) {
	const locale = useLocale();
	return (
		<div className={styles.part}>
			<p>
				<Link to="/admin/config">{text(locale, "back.list")}</Link>
			</p>
			<p role="status">{sentences(locale, [text(locale, "noName", { name }), text(locale, "newHint")])}</p>
		</div>
	);
}
