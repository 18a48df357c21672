import { Form } from "react-router-dom";
import { home, listAddress } from "@/localization/address";
import { listSize } from "@/localization/api";
import { BackLink } from "@/localization/BackLink";
import styles from "@/localization/LocalizationPage.module.css";
import { PageLinks } from "@/localization/PageLinks";
import { text } from "@/localization/text";
import type { GlossaryTerm } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

interface Props {
	q: string | undefined;
	at: number;
	total: number;
	terms: GlossaryTerm[];
}

/** Searchable list of the terms in the imported glossary. */
export function GlossaryList({ q, at, total, terms }: Props) {
	const locale = useLocale();
	return (
		<>
			<BackLink />
			<h1>{text(locale, "glossaryTitle")}</h1>
			<p>{text(locale, "glossaryIntro")}</p>
			<Form key={q} role="search" action={home} className={formStyles.row}>
				<input type="hidden" name="view" value="glossary" />
				<Field label={text(locale, "glossarySearch")}>
					{(attributes) => (
						<input {...attributes} name="q" type="search" defaultValue={q} maxLength={64} autoComplete="off" />
					)}
				</Field>
				<button type="submit">{text(locale, "filterSubmit")}</button>
			</Form>
			{terms.length === 0 ? (
				<p>
					{total > 0
						? text(locale, "pagePastEnd", { page: number(at) })
						: text(locale, q ? "glossaryNone" : "glossaryEmpty")}
				</p>
			) : (
				<table className={styles.terms}>
					<caption className="visually-hidden">{text(locale, "glossaryTable")}</caption>
					<thead>
						<tr>
							<th scope="col">{text(locale, "glossaryTerm")}</th>
							<th scope="col">{text(locale, "glossaryTranslation")}</th>
							<th scope="col">{text(locale, "glossaryForbidden")}</th>
						</tr>
					</thead>
					<tbody>
						{terms.map(({ term, translation, forbidden }) => (
							<tr key={`${term} ${translation}`}>
								<th scope="row" lang="en-US">
									{term}
								</th>
								<td lang="zh-CN">{translation}</td>
								<td>{forbidden.join(locale === "zh-CN" ? "、" : ", ")}</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			<PageLinks at={at} total={total} size={listSize} to={(page) => listAddress("glossary", page, q)} />
		</>
	);
}
