import { configText as text } from "@/admin/config/configText";
import sectionStyles from "@/admin/section.module.css";
import { joinSentences } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

/** Page for an invalid name of a site file. */
export function InvalidName({ name }: { name: string }) {
	const locale = useLocale();
	return (
		<div className={sectionStyles.section}>
			<p>
				<Link to="/admin/config">{text(locale, "back.list")}</Link>
			</p>
			<p role="status">{joinSentences(locale, [text(locale, "noName", { name }), text(locale, "newHint")])}</p>
		</div>
	);
}
