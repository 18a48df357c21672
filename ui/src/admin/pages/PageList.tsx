import { useState } from "react";
import type { RouteArgs, View } from "@/admin/adminRoutes";
import { Pagination } from "@/admin/Pagination";
import { list } from "@/admin/pages/api";
import { BulkActions } from "@/admin/pages/Bulk";
import { type Filter, filterOf, isFiltering, path } from "@/admin/pages/filter";
import { ListFilter } from "@/admin/pages/ListFilter";
import { mayChoose, mayEditWhole } from "@/admin/pages/limits";
import { NewPageForm } from "@/admin/pages/NewPageForm";
import styles from "@/admin/pages/PageList.module.css";
import { PageRow } from "@/admin/pages/PageRow";
import { named, text } from "@/admin/pages/text";
import { may } from "@/admin/roles";
import sectionStyles from "@/admin/section.module.css";
import { pageNumber, searchOf } from "@/shared/address";
import type { AdminPage, User } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { withTrailingSpace } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

export async function open({ user, query, signal }: RouteArgs): Promise<View> {
	const filter = filterOf(query);
	const page = pageNumber(query.page);
	const { data, total, sum } = await list(filter, page, signal);
	// A new filter or page resets the selection.
	const key = searchOf({ ...filter, page });
	const props = { user, filter, page, rows: data, total: total ?? data.length, views: sum ?? 0 };
	return Object.assign(() => <PageList key={key} {...props} />, { width: "wide" as const });
}

interface PageListProps {
	user: User;
	filter: Filter;
	page: number;
	rows: AdminPage[];
	total: number;
	/** Total page views of all pages that match the filter. */
	views: number;
}

/** List of pages, each with both languages. */
function PageList({ user, filter, page, rows, total, views }: PageListProps) {
	const locale = useLocale();
	const [chosen, setChosen] = useState<string[]>([]);
	const inTrash = filter.state === "trash";
	const mayEdit = may(user, "pages-edit");
	// Reordering changes all blocks in all their languages, so the user must be permitted to edit each of them.
	const isOfBlocks = filter.area === "landing" && !inTrash && rows.length > 1;
	const mayArrange = isOfBlocks && rows.every((row) => mayEditWhole(user, row));
	const chosenOnPage = chosen.filter((id) => rows.some((row) => row.id === id));
	const choose = (id: string, isChosen: boolean) =>
		setChosen(isChosen ? [...chosenOnPage, id] : chosenOnPage.filter((other) => other !== id));
	return (
		<div className={sectionStyles.section}>
			<ListFilter key={searchOf({ ...filter })} filter={filter} />
			<p className={styles.ways}>
				<span role="status">
					{text(locale, "count", { count: number(total) })} · {text(locale, "views", { count: number(views) })}
				</span>
				{mayArrange && <Link to="/admin/landing">{text(locale, "toOrder")}</Link>}
				{!inTrash && <Link to={`${path}?state=trash`}>{text(locale, "toTrash")}</Link>}
				{inTrash && <Link to={path}>{text(locale, "fromTrash")}</Link>}
			</p>
			{mayEdit && !inTrash && <NewPageForm filter={filter} user={user} />}
			{total === 0 && <Empty filter={filter} />}
			{!inTrash && <BulkActions rows={rows} chosen={chosenOnPage} choose={setChosen} filter={filter} user={user} />}
			{rows.length > 0 && (
				<ul className={styles.rows} aria-label={text(locale, "title")}>
					{rows.map((row) => (
						<PageRow
							key={row.id}
							row={row}
							mayEdit={inTrash ? mayEditWhole(user, row) : mayChoose(user, row, filter.locale)}
							isChosen={chosenOnPage.includes(row.id)}
							choose={inTrash ? undefined : (isChosen) => choose(row.id, isChosen)}
						/>
					))}
				</ul>
			)}
			<Pagination path={path} query={{ ...filter }} page={page} total={total} />
		</div>
	);
}

/** Message for an empty list. If a filter is set, a link removes the filter. */
function Empty({ filter }: { filter: Filter }) {
	const locale = useLocale();
	if (filter.state === "trash") return <p>{text(locale, "emptyTrash")}</p>;
	if (!isFiltering(filter)) return <p>{text(locale, "empty")}</p>;
	// An empty list is a good result for a filter such as “outdated”, but not for a search.
	const emptyMessage = filter.q === undefined ? named(locale, `empty.${filter.state}`) : undefined;
	return (
		<p>
			{withTrailingSpace(emptyMessage ?? text(locale, "emptySuch"))}
			<Link to={path}>{text(locale, "all")}</Link>
		</p>
	);
}
