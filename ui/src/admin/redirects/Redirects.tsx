import { type FormEvent, type ReactElement, useState } from "react";
import { Form, useNavigate, useRevalidator } from "react-router-dom";
import type { RouteArgs } from "@/admin/adminRoutes";
import { redirects, removeRedirect } from "@/admin/api";
import { Pagination } from "@/admin/Pagination";
import { segmentOf } from "@/admin/pages/language";
import { AddRedirect } from "@/admin/redirects/AddRedirect";
import { fieldErrorText, redirectsText as text } from "@/admin/redirects/redirectsText";
import sectionStyles from "@/admin/section.module.css";
import { failureOf, useMutation } from "@/admin/useMutation";
import { pageNumber, searchOf } from "@/shared/address";
import type { ListedRedirect, User } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { withTrailingSpace } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import { isWithin } from "@/shared/limits";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

const path = "/admin/redirects";

export async function open({ user, query, signal }: RouteArgs): Promise<() => ReactElement> {
	const q = query.q ?? "";
	const page = pageNumber(query.page);
	const { data, total } = await redirects(q, page, signal);
	return () => <Redirects user={user} q={q} page={page} rows={data} total={total ?? data.length} />;
}

interface RedirectsProps {
	user: User;
	q: string;
	page: number;
	rows: ListedRedirect[];
	total: number;
}

function Redirects({ user, q, page, rows, total }: RedirectsProps) {
	const locale = useLocale();
	const navigate = useNavigate();
	const { revalidate } = useRevalidator();
	const [done, setDone] = useState("");
	const [sending, send] = useMutation();
	const remove = (row: ListedRedirect) =>
		void send(async () => {
			await removeRedirect(row);
			await revalidate();
			setDone(text(locale, "removed", { url: decodeURI(row.url) }));
		});
	function find(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const query = String(new FormData(event.currentTarget).get("q")).trim();
		navigate(path + searchOf({ q: query || undefined }));
	}
	return (
		<div className={sectionStyles.section}>
			<p>{text(locale, "intro")}</p>
			<Form role="search" action={path} className={formStyles.row} onSubmit={find}>
				<Field label={text(locale, "find")}>
					{(attributes) => <input {...attributes} key={q} name="q" type="search" defaultValue={q} autoComplete="off" />}
				</Field>
				<button type="submit">{text(locale, "findSubmit")}</button>
			</Form>
			<p role="status">{done || text(locale, "count", { count: number(total) })}</p>
			<p role="alert" className={formStyles.error}>
				{fieldErrorText(locale, sending, "old") || failureOf(locale, sending)}
			</p>
			{total === 0 && (
				<p>
					{q === "" ? text(locale, "none") : withTrailingSpace(text(locale, "noneSuch", { q }))}
					{q !== "" && <Link to={path}>{text(locale, "all")}</Link>}
				</p>
			)}
			<ul className={listStyles.rows} aria-label={text(locale, "list")}>
				{rows.map((row) => (
					<Row
						key={row.url}
						row={row}
						remove={isWithin(user, "docs", segmentOf(row.locale)) ? () => remove(row) : undefined}
					/>
				))}
			</ul>
			<Pagination path={path} query={{ q: q || undefined }} page={page} total={total} />
			<AddRedirect
				user={user}
				added={async () => {
					setDone("");
					await revalidate();
				}}
			/>
		</div>
	);
}

function Row({ row, remove }: { row: ListedRedirect; remove: (() => void) | undefined }) {
	const locale = useLocale();
	const { url, target, title, by, is_taken } = row;
	return (
		<li>
			<p className={listStyles.name}>{decodeURI(url)}</p>
			<dl className={listStyles.properties}>
				<div>
					<dt>{text(locale, "leadsTo")}</dt>
					<dd>{target === null ? text(locale, "nowhere") : <Link to={target}>{title ?? target}</Link>}</dd>
				</div>
			</dl>
			<p>{is_taken ? text(locale, "taken") : text(locale, `by.${by}`)}</p>
			{by !== "page" && remove && (
				<p className={listStyles.actions}>
					<ConfirmButton
						label={text(locale, "remove")}
						name={text(locale, "removeName", { url: decodeURI(url) })}
						question={text(locale, "removeSure")}
						act={remove}
					/>
				</p>
			)}
		</li>
	);
}
