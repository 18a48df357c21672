import { Form } from "react-router-dom";
import styles from "@/assistant/AssistantPage.module.css";
import { text } from "@/assistant/text";
import { inBoth, useLocale, withLocale } from "@/shared/i18n/locale";
import { type LoadArgs, placeOf } from "@/shared/load";
import { Link } from "@/shared/ui/Link";

export function loader(args: LoadArgs) {
	const { locale } = placeOf(args);
	const canonical = withLocale("/assistant", locale);
	const alternates = inBoth("/assistant", locale);
	return { head: { title: text(locale, "title"), description: text(locale, "intro"), canonical, alternates } };
}

/** The assistant is still to come. Until then this page says what answers questions today. */
export function Component() {
	const locale = useLocale();
	const docs = withLocale("/docs", locale);
	return (
		<div className={styles.page}>
			<h1>{text(locale, "title")}</h1>
			<p className={styles.intro}>{text(locale, "intro")}</p>
			<Form role="search" action={docs} className={styles.form} viewTransition>
				<label>
					<span>{text(locale, "question")}</span>
					<input type="search" name="q" required maxLength={500} autoComplete="off" />
				</label>
				<button type="submit" data-kind="primary">
					{text(locale, "search")}
				</button>
			</Form>
			<p>{text(locale, "honest")}</p>
			<p>
				<Link to={docs}>{text(locale, "browse")}</Link>
			</p>
		</div>
	);
}
