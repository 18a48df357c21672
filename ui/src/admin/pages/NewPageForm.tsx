import { type FormEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Field } from "@/admin/Field";
import styles from "@/admin/People.module.css";
import { make } from "@/admin/pages/api";
import { pathFault } from "@/admin/pages/fault";
import { type Filter, path } from "@/admin/pages/filter";
import { localeOf, segmentOf, segments } from "@/admin/pages/language";
import own from "@/admin/pages/PageList.module.css";
import { text } from "@/admin/pages/text";
import { failureOf, useSending } from "@/admin/useSending";
import { languageName, useLocale } from "@/shared/locale";

const fields = ["area", "locale", "path", "title"];

/** Begins a page. It is a draft, and opens in the editor. */
export function NewPageForm({ filter }: { filter: Filter }) {
	const locale = useLocale();
	const navigate = useNavigate();
	const { hash } = useLocation();
	const [sending, send] = useSending();
	const [area, setArea] = useState(filter.area === "news" ? "news" : "docs");

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const said = new FormData(event.currentTarget);
		const value = (name: string) => String(said.get(name) ?? "").trim();
		const segment = value("locale");
		void send(async () => {
			const page = await make({ area, locale: segment, path: value("path"), title: value("title") });
			await navigate(`${path}/${page.id}?locale=${segment}`);
		});
	}

	return (
		<details className={own.new} id="new" open={hash === "#new"}>
			<summary>{text(locale, "new")}</summary>
			<form className={styles.form} onSubmit={submit} aria-label={text(locale, "new")}>
				<Field label={text(locale, "newTitle")}>
					{(told) => <input {...told} name="title" required maxLength={300} autoComplete="off" />}
				</Field>
				<Field label={text(locale, "area")}>
					{(told) => (
						<select {...told} value={area} onChange={({ target }) => setArea(target.value)}>
							<option value="docs">{text(locale, "area.docs")}</option>
							<option value="news">{text(locale, "area.news")}</option>
						</select>
					)}
				</Field>
				<Field label={text(locale, "newLocale")} hint={text(locale, "newLocaleHint")}>
					{(told) => (
						<select {...told} name="locale" defaultValue={filter.locale ?? segmentOf(locale)}>
							{segments.map((segment) => (
								<option key={segment} value={segment}>
									{languageName(localeOf(segment), locale)}
								</option>
							))}
						</select>
					)}
				</Field>
				<Field
					label={text(locale, "newPath")}
					hint={text(locale, area === "news" ? "newPathNews" : "newPathHint")}
					fault={pathFault(locale, sending)}
				>
					{(told) => <input {...told} name="path" required maxLength={300} autoComplete="off" spellCheck={false} />}
				</Field>
				<p role="alert" className={styles.fault}>
					{failureOf(locale, sending, fields)}
				</p>
				<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
					{text(locale, "newSubmit")}
				</button>
			</form>
		</details>
	);
}
