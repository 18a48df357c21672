import { type FormEvent, type ReactElement, useState } from "react";
import { Form, useNavigate, useRevalidator } from "react-router-dom";
import type { RouteArgs, View } from "@/admin/adminRoutes";
import { builtInMessages, configValue, publishConfig, size } from "@/admin/api";
import { requestExisting } from "@/admin/config/used";
import { moment } from "@/admin/moment";
import { Pagination } from "@/admin/Pagination";
import sectionStyles from "@/admin/section.module.css";
import styles from "@/admin/ui-text/Messages.module.css";
import { Sentence } from "@/admin/ui-text/Sentence";
import {
	found,
	leftOver,
	locales,
	type Overrides,
	overridesOf,
	type Row,
	rowsOf,
	valueNames,
	withSentence,
} from "@/admin/ui-text/wording";
import { wordingText as text } from "@/admin/ui-text/wordingText";
import { pageNumber, searchOf } from "@/shared/address";
import { ProblemError } from "@/shared/http/api";
import type { ConfigValue } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { withTrailingSpace } from "@/shared/i18n/join";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import fieldStyles from "@/shared/ui/Field.module.css";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

const path = "/admin/messages";

export async function open({ query, signal }: RouteArgs): Promise<View> {
	const filter = { q: query.q ?? "", changed: query.changed !== undefined, page: pageNumber(query.page) };
	const [{ messages }, requestIfExists] = await Promise.all([builtInMessages(signal), requestExisting(signal)]);
	const [zh, en] = await Promise.all(locales.map((locale) => requestIfExists(valueNames[locale], configValue)));
	const values = { "zh-CN": zh, "en-US": en };
	const wording = { "zh-CN": overridesOf(zh), "en-US": overridesOf(en) };
	const rows = rowsOf(messages, wording);
	const show = (): ReactElement => <Messages filter={filter} rows={rows} values={values} wording={wording} />;
	return Object.assign(show, { width: "wide" as const });
}

interface MessagesProps {
	filter: { q: string; changed: boolean; page: number };
	/** All rows, without filter. */
	rows: Row[];
	values: Record<Locale, ConfigValue | undefined>;
	wording: Record<Locale, Overrides>;
}

/** All messages of the interface, built-in and overridden. */
function Messages({ filter: { q, changed, page }, rows, values, wording }: MessagesProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [done, setDone] = useState("");
	const matches = found(rows, q, changed);

	/** Sets or removes (null) the override of one message, and publishes the overrides of the language. */
	async function publishOverride(at: Row, language: Locale, sentence: string | null): Promise<void> {
		setDone("");
		const body = JSON.stringify(withSentence(rows, language, at, sentence), null, "\t");
		try {
			await publishConfig(valueNames[language], values[language], { body, publish_at: null });
		} catch (error) {
			if (error instanceof ProblemError && [412, 428].includes(error.problem.status)) await revalidate();
			throw error;
		}
		await revalidate();
		setDone(text(locale, sentence === null ? "takenBack" : "saved", { key: `${at.area}.${at.key}` }));
	}

	return (
		<div className={sectionStyles.section}>
			<p>{text(locale, "intro")}</p>
			<Find q={q} changed={changed} />
			<p role="status">{done || text(locale, "count", { count: number(matches.length) })}</p>
			{locales.map((language) => {
				const count = leftOver(rows, language, wording[language]);
				return count > 0 && <p key={language}>{text(locale, "leftOver", { count: number(count) })}</p>;
			})}
			{locales.map((language) => {
				const at = values[language]?.due_at;
				if (at == null) return null;
				const due = { language: languageName(language, locale), moment: moment(at) };
				return <p key={language}>{text(locale, "dueEnds", due)}</p>;
			})}
			{matches.length === 0 && (
				<p>
					{withTrailingSpace(text(locale, q === "" ? "noneChanged" : "none", { q }))}
					<Link to={path}>{text(locale, "all")}</Link>
				</p>
			)}
			<ul className={listStyles.rows} aria-label={text(locale, "list")}>
				{matches.slice((page - 1) * size, page * size).map((row) => (
					<li key={`${row.area}.${row.key}`}>
						<h2 className={styles.key}>{`${row.area}.${row.key}`}</h2>
						<div className={styles.sides}>
							{locales.map((language) => (
								<Sentence
									key={language}
									row={row}
									language={language}
									publish={(text) => publishOverride(row, language, text)}
								/>
							))}
						</div>
					</li>
				))}
			</ul>
			<Pagination
				path={path}
				query={{ q: q || undefined, changed: changed ? "1" : undefined }}
				page={page}
				total={matches.length}
			/>
			<p className={listStyles.actions}>
				{locales.map((language) => (
					<Link key={language} to={`/admin/config${searchOf({ name: valueNames[language] })}`}>
						{text(locale, "versions", { language: languageName(language, locale) })}
					</Link>
				))}
			</p>
		</div>
	);
}

function Find({ q, changed }: { q: string; changed: boolean }) {
	const locale = useLocale();
	const navigate = useNavigate();
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const formData = new FormData(event.currentTarget);
		const words = String(formData.get("q")).trim();
		navigate(path + searchOf({ q: words || undefined, changed: formData.has("changed") ? "1" : undefined }));
	}
	return (
		<Form role="search" action={path} className={formStyles.row} onSubmit={submit}>
			<Field label={text(locale, "find")}>
				{(attributes) => <input {...attributes} key={q} name="q" type="search" defaultValue={q} autoComplete="off" />}
			</Field>
			<div className={fieldStyles.choices}>
				<label>
					<input key={String(changed)} name="changed" type="checkbox" value="1" defaultChecked={changed} />
					{text(locale, "changedOnly")}
				</label>
			</div>
			<button type="submit">{text(locale, "findSubmit")}</button>
		</Form>
	);
}
