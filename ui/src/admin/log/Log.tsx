import type { FormEvent } from "react";
import { Form, useNavigate } from "react-router-dom";
import type { RouteArgs, View } from "@/admin/adminRoutes";
import { log, logFile } from "@/admin/api";
import { Entries } from "@/admin/log/Entries";
import { dayErrors, type FilterFields, filterFieldsOf, filterOf } from "@/admin/log/filter";
import { groups } from "@/admin/log/groups";
import { Pagination } from "@/admin/Pagination";
import { saveFile } from "@/admin/saveFile";
import sectionStyles from "@/admin/section.module.css";
import { failureOf, useMutation } from "@/admin/useMutation";
import { actionGroupText, actionText, usersText as text } from "@/admin/usersText";
import { pageNumber, searchOf } from "@/shared/address";
import type { LogEntry } from "@/shared/http/types";
import { iso, number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

const path = "/admin/log";

export async function open({ query, signal }: RouteArgs): Promise<View> {
	const filter = filterFieldsOf(query);
	const show = (props: Omit<LogProps, "filter">) =>
		Object.assign(() => <Log filter={filter} {...props} />, { width: "wide" as const });
	if (isInvalid(filter)) return show({ page: 1, entries: [], total: 0 });
	const page = pageNumber(query.page);
	const { data, total } = await log(filterOf(filter), page, signal);
	return show({ page, entries: data, total: total ?? data.length });
}

function isInvalid(filter: FilterFields): boolean {
	return Object.keys(dayErrors(filter)).length > 0;
}

interface LogProps {
	filter: FilterFields;
	page: number;
	entries: LogEntry[];
	total: number;
}

/** Audit log, newest entries first. */
function Log({ filter, page, entries, total }: LogProps) {
	const locale = useLocale();
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<div className={sectionStyles.section}>
			<Filter key={searchOf({ ...filter })} filter={filter} />
			<p role="status">
				{total > 0 && text(locale, "logCount", { count: number(total) })}
				{total === 0 && !isInvalid(filter) && text(locale, isFiltered ? "logNoneSuch" : "logNone")}
			</p>
			{total === 0 && isFiltered && (
				<p>
					<Link to={path}>{text(locale, "logAll")}</Link>
				</p>
			)}
			{entries.length > 0 && <Entries entries={entries} />}
			<Pagination path={path} query={{ ...filter }} page={page} total={total} />
			{total > 0 && <Export filter={filter} />}
		</div>
	);
}

function Filter({ filter }: { filter: FilterFields }) {
	const locale = useLocale();
	const navigate = useNavigate();
	const errors = dayErrors(filter);
	const errorIn = (day: "from" | "to") => errors[day] && text(locale, errors[day], { day: filter[day] ?? "" });
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const formData = new FormData(event.currentTarget);
		const query = Object.fromEntries([...formData].map(([name, value]) => [name, String(value)]));
		navigate(path + searchOf({ ...filterFieldsOf(query) }));
	}
	return (
		<Form role="search" action={path} className={formStyles.row} onSubmit={submit}>
			<Field label={text(locale, "logWho")}>
				{(attributes) => (
					<input {...attributes} name="actor" defaultValue={filter.actor} maxLength={64} autoComplete="off" />
				)}
			</Field>
			<Field label={text(locale, "logAction")}>
				{(attributes) => (
					<select {...attributes} name="action" defaultValue={filter.action ?? ""}>
						<option value="">{text(locale, "logAnyAction")}</option>
						{Object.entries(groups).map(([group, actions]) => (
							<optgroup key={group} label={actionGroupText(locale, group)}>
								{actions.map((action) => (
									<option key={action} value={action}>
										{actionText(locale, action)}
									</option>
								))}
							</optgroup>
						))}
					</select>
				)}
			</Field>
			<Field label={text(locale, "logFrom")} error={errorIn("from")}>
				{(attributes) => <input {...attributes} name="from" type="date" defaultValue={filter.from} />}
			</Field>
			<Field label={text(locale, "logTo")} error={errorIn("to")}>
				{(attributes) => <input {...attributes} name="to" type="date" defaultValue={filter.to} />}
			</Field>
			<button type="submit">{text(locale, "logShow")}</button>
		</Form>
	);
}

/** Exports all entries that match the filter, not only this page. */
function Export({ filter }: { filter: FilterFields }) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const save = (format: "csv" | "json") =>
		void send(async () => {
			const name = `pailou-log-${iso(Date.now()).slice(0, 10)}.${format}`;
			saveFile(name, await logFile(filterOf(filter), format));
		});
	return (
		<>
			<p className={listStyles.actions}>
				<button type="button" onClick={() => save("csv")}>
					{text(locale, "logCsv")}
				</button>
				<button type="button" onClick={() => save("json")}>
					{text(locale, "logJson")}
				</button>
			</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</>
	);
}
