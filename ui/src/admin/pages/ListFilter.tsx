import type { FormEvent } from "react";
import { Form, useNavigate } from "react-router-dom";
import { Field } from "@/admin/Field";
import { addressOf, areas, type Filter, filterOf, path, sorts, states } from "@/admin/pages/filter";
import { localeOf, segments } from "@/admin/pages/language";
import styles from "@/admin/pages/PageList.module.css";
import { named, text } from "@/admin/pages/text";
import { languageName, useLocale } from "@/shared/locale";

/** What is listed. It goes into the address, so that a list can be kept and sent. */
export function ListFilter({ filter }: { filter: Filter }) {
	const locale = useLocale();
	const navigate = useNavigate();
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const said = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
		navigate(addressOf(filterOf(Object.fromEntries(said))));
	}
	const choice = (name: "area" | "locale" | "state" | "sort", options: [value: string, word: string][]) => (
		<Field label={text(locale, name)}>
			{(told) => (
				<select {...told} name={name} defaultValue={filter[name] ?? options[0]?.[0]}>
					{options.map(([value, word]) => (
						<option key={value} value={value}>
							{word}
						</option>
					))}
				</select>
			)}
		</Field>
	);
	return (
		<Form role="search" action={path} className={styles.filter} onSubmit={submit}>
			<Field label={text(locale, "q")}>
				{(told) => (
					<input {...told} name="q" type="search" defaultValue={filter.q} maxLength={200} autoComplete="off" />
				)}
			</Field>
			{choice("area", [["", text(locale, "anyArea")], ...areas.map(pair("area"))])}
			{choice("locale", [
				["", text(locale, "anyLocale")],
				...segments.map((segment): [string, string] => [segment, languageName(localeOf(segment), locale)]),
			])}
			{choice("state", [["", text(locale, "anyState")], ...states.map(pair("state"))])}
			{choice("sort", sorts.map(pair("sort")))}
			<button type="submit">{text(locale, "show")}</button>
		</Form>
	);

	function pair(group: "area" | "state" | "sort") {
		return (name: string): [string, string] => [name, named(locale, `${group}.${name}`) ?? name];
	}
}
