import type { FormEvent } from "react";
import { Form, useNavigate } from "react-router-dom";
import { Field } from "@/admin/Field";
import { addressOf, classes, type Filter, filterOf, path, sorts, states } from "@/admin/media/filter";
import styles from "@/admin/media/Media.module.css";
import { named, mediaText as text } from "@/admin/media/mediaText";
import { useLocale } from "@/shared/locale";

/** What is listed. It goes into the address, so that a list can be kept and sent. */
export function MediaFilter({ filter }: { filter: Filter }) {
	const locale = useLocale();
	const navigate = useNavigate();
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const said = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
		navigate(addressOf(filterOf(Object.fromEntries(said))));
	}
	const choice = (name: "class" | "state" | "sort", values: readonly string[], any?: string) => (
		<Field label={text(locale, name)}>
			{(told) => (
				<select {...told} name={name} defaultValue={filter[name] ?? (any === undefined ? values[0] : "")}>
					{any !== undefined && <option value="">{any}</option>}
					{values.map((value) => (
						<option key={value} value={value}>
							{named(locale, `${name}.${value}`)}
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
			{choice("class", classes, text(locale, "anyClass"))}
			{choice("state", states, text(locale, "anyState"))}
			{choice("sort", sorts)}
			<button type="submit">{text(locale, "show")}</button>
		</Form>
	);
}
