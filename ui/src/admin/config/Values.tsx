import { type FormEvent, useState } from "react";
import { Form, useNavigate, useRevalidator } from "react-router-dom";
import { configText as text } from "@/admin/config/configText";
import { longestName, namePattern } from "@/admin/config/name";
import { useSecondsLeft } from "@/admin/config/useSecondsLeft";
import { moment } from "@/admin/moment";
import { Pagination } from "@/admin/Pagination";
import sectionStyles from "@/admin/section.module.css";
import { searchOf } from "@/shared/address";
import type { ConfigValue } from "@/shared/http/types";
import { fileSize, number } from "@/shared/i18n/format";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

const path = "/admin/config";

/** List of site files, with a form to open a new one. */
export function Values({ values, page, total }: { values: ConfigValue[]; page: number; total: number }) {
	const locale = useLocale();
	return (
		<div className={sectionStyles.section}>
			<p>{text(locale, "intro")}</p>
			{values.length === 0 && <p>{text(locale, "none")}</p>}
			<ul className={listStyles.rows} aria-label={text(locale, "values")}>
				{values.map((value) => (
					<li key={value.name}>
						<p className={listStyles.name}>
							<Link to={path + searchOf({ name: value.name })} aria-label={text(locale, "open", { name: value.name })}>
								{value.name}
							</Link>
						</p>
						<p>{stateText(locale, value)}</p>
						{value.confirm_in !== null && <Unconfirmed key={value.revision} left={value.confirm_in} />}
						{value.due !== null && value.due_at !== null && (
							<p>{text(locale, "due", { version: value.due, moment: moment(value.due_at) })}</p>
						)}
					</li>
				))}
			</ul>
			<Pagination path={path} query={{}} page={page} total={total} />
			<New />
		</div>
	);
}

/**
 * Time left to confirm a new stylesheet; `left` is in milliseconds. Afterwards the list is reloaded, because the server
 * reverts the stylesheet.
 */
function Unconfirmed({ left }: { left: number }) {
	const { revalidate } = useRevalidator();
	const [until] = useState(() => performance.now() + left);
	const seconds = useSecondsLeft(until, () => void revalidate());
	return <p role="timer">{text(useLocale(), "unconfirmed", { seconds: number(seconds) })}</p>;
}

/** Text that describes the published version of a site file. */
export function stateText(locale: Locale, { name, version, bytes, author, changed_at }: ConfigValue): string {
	if (version === null) return text(locale, name === "global_style.css" ? "builtIn" : "unpublished");
	return text(locale, "published", {
		version,
		size: fileSize(bytes ?? 0),
		author: author || text(locale, "nobody"),
		moment: moment(changed_at),
	});
}

function New() {
	const locale = useLocale();
	const navigate = useNavigate();
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		navigate(path + searchOf({ name: String(new FormData(event.currentTarget).get("name")) }));
	}
	return (
		<section aria-labelledby="new-value" className={sectionStyles.section}>
			<h2 id="new-value">{text(locale, "newTitle")}</h2>
			<Form action={path} className={formStyles.row} onSubmit={submit}>
				<Field label={text(locale, "name")} hint={text(locale, "newHint")}>
					{(attributes) => (
						<input
							{...attributes}
							name="name"
							required
							maxLength={longestName}
							pattern={namePattern}
							autoComplete="off"
							autoCapitalize="off"
							spellCheck={false}
						/>
					)}
				</Field>
				<button type="submit">{text(locale, "newOpen")}</button>
			</Form>
		</section>
	);
}
