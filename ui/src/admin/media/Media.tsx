import { useCallback } from "react";
import { useLocation, useRevalidator } from "react-router-dom";
import type { RouteArgs, View } from "@/admin/adminRoutes";
import { files } from "@/admin/media/api";
import { type Filter, fileAddress, filterOf, isFiltering, path } from "@/admin/media/filter";
import styles from "@/admin/media/Media.module.css";
import { MediaFilter } from "@/admin/media/MediaFilter";
import { named, mediaText as text } from "@/admin/media/mediaText";
import { addUploads } from "@/admin/media/queue";
import { Thumbnail } from "@/admin/media/Thumbnail";
import { UploadButton } from "@/admin/media/UploadButton";
import { UploadList } from "@/admin/media/UploadList";
import { useDrop } from "@/admin/media/useDrop";
import { useUploads } from "@/admin/media/useUploads";
import { Pagination } from "@/admin/Pagination";
import { may } from "@/admin/roles";
import sectionStyles from "@/admin/section.module.css";
import { pageNumber, searchOf } from "@/shared/address";
import type { MediaFile } from "@/shared/http/types";
import { fileSize, number } from "@/shared/i18n/format";
import { withTrailingSpace } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

/** Opens the list of files, or the page of the file whose path is in the query string. */
export async function open(args: RouteArgs): Promise<View> {
	const { user, query, signal } = args;
	if (query.file) return (await import("@/admin/media/FilePage")).open(user, query.file, signal);
	const filter = filterOf(query);
	const page = pageNumber(query.page);
	const { data, total, sum } = await files(filter, page, signal);
	const props = { filter, page, rows: data, total: total ?? data.length, bytes: sum ?? 0 };
	return Object.assign(() => <Media mayChange={may(user, "media")} {...props} />, { width: "wide" as const });
}

interface MediaProps {
	mayChange: boolean;
	filter: Filter;
	page: number;
	rows: MediaFile[];
	total: number;
	/** Total size, in bytes, of the files that match the filter. */
	bytes: number;
}

function Media({ mayChange, filter, page, rows, total, bytes }: MediaProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const arrived = useCallback(() => void revalidate(), [revalidate]);
	const list = useUploads(arrived);
	const removed = removedOf(useLocation().state);
	const isOver = useDrop(mayChange ? addUploads : undefined);
	return (
		<div className={sectionStyles.section}>
			<p>{text(locale, "intro")}</p>
			{mayChange && (
				<p className={styles.send}>
					<UploadButton label={text(locale, "upload")} multiple chosen={addUploads} />
					<small>{text(locale, "uploadHint")}</small>
				</p>
			)}
			{removed !== undefined && <p role="status">{text(locale, "removed", { path: removed })}</p>}
			{isOver && <p className={styles.drop}>{text(locale, "drop")}</p>}
			<UploadList list={list} />
			<MediaFilter key={searchOf({ ...filter })} filter={filter} />
			<p role="status">
				{text(locale, "count", { count: number(total) })} · {fileSize(bytes)}
			</p>
			{total === 0 && <Empty filter={filter} mayChange={mayChange} />}
			<ul className={styles.grid} aria-label={text(locale, "list")}>
				{rows.map((file) => (
					<Row key={file.path} file={file} />
				))}
			</ul>
			<Pagination path={path} query={{ ...filter }} page={page} total={total} />
		</div>
	);
}

/** Path of the file that the user has just deleted, from the navigation state. */
function removedOf(state: unknown): string | undefined {
	if (typeof state !== "object" || state === null || !("removed" in state)) return undefined;
	return typeof state.removed === "string" ? state.removed : undefined;
}

function Row({ file }: { file: MediaFile }) {
	const locale = useLocale();
	const { width, height, uses, alt_text: altText, source } = file;
	const lacksAltText = file.class === "image" && !altText.decorative && !(altText["zh-CN"] && altText["en-US"]);
	return (
		<li>
			<Thumbnail file={file} />
			<div>
				<Link to={fileAddress(file.path)}>{file.path}</Link>
				{lacksAltText && (
					<span className={listStyles.badge} data-tone="warning">
						{text(locale, "undescribed")}
					</span>
				)}
				{altText.decorative && <span className={listStyles.badge}>{text(locale, "decorativeMark")}</span>}
				<small>
					{fileSize(file.bytes)}
					{width !== null && height !== null && ` · ${sizeText(width, height)}`} ·{" "}
					{uses === 0 ? text(locale, "unused") : text(locale, "uses", { count: number(uses) })}
				</small>
				{source !== null && <small>{text(locale, "fromGit", { source })}</small>}
			</div>
		</li>
	);

	function sizeText(width: number, height: number): string {
		return text(locale, "size", { width: number(width), height: number(height) });
	}
}

/** Message for an empty list. If a filter is set, a link removes the filter. */
function Empty({ filter, mayChange }: { filter: Filter; mayChange: boolean }) {
	const locale = useLocale();
	if (!isFiltering(filter)) return <p>{text(locale, mayChange ? "empty" : "emptyRead")}</p>;
	// An empty list is a good result for a filter such as “without alt text”, but not for a search.
	const isUnfiltered = filter.q === undefined && filter.class === undefined;
	const emptyMessage = isUnfiltered ? named(locale, `empty.${filter.state}`) : undefined;
	return (
		<p>
			{withTrailingSpace(emptyMessage ?? text(locale, "emptySuch"))}
			<Link to={path}>{text(locale, "all")}</Link>
		</p>
	);
}
