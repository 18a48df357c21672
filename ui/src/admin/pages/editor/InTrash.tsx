import { localeOf, type Segment } from "@/admin/pages/language";
import { pathErrorText } from "@/admin/pages/pathError";
import { text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import { languageName, useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

interface InTrashProps {
	/** Language that is in the trash; undefined if the whole page is in the trash. */
	language: Segment | undefined;
	mayRestore: boolean;
	restorePage: () => Promise<void>;
}

/** Explains why a page, or one of its languages, is read-only, and has a button to restore the page. */
export function InTrash({ language, mayRestore, restorePage }: InTrashProps) {
	const locale = useLocale();
	const name = language && languageName(localeOf(language), locale);
	const [sending, send] = useMutation();
	return (
		<div className={panelStyles.warning}>
			<p role="status">{name ? text(locale, "languageInTrash", { language: name }) : text(locale, "inTrash")}</p>
			{mayRestore && (
				<button type="button" aria-disabled={sending.state === "sending"} onClick={() => void send(restorePage)}>
					{text(locale, "restorePage")}
				</button>
			)}
			<p role="alert" className={formStyles.error}>
				{pathErrorText(locale, sending) ?? failureOf(locale, sending)}
			</p>
		</div>
	);
}
