import { type ReactNode, useCallback } from "react";
import { useNavigate, useRevalidator } from "react-router-dom";
import type { View } from "@/admin/adminRoutes";
import { ExactTime } from "@/admin/ExactTime";
import { AltTextForm } from "@/admin/media/AltTextForm";
import { detail, remove } from "@/admin/media/api";
import { CopyMarkdown } from "@/admin/media/CopyMarkdown";
import { path } from "@/admin/media/filter";
import { isLimited } from "@/admin/media/limited";
import { mediaText as text, whyText } from "@/admin/media/mediaText";
import { addUploads, type QueuedUpload } from "@/admin/media/queue";
import { Thumbnail } from "@/admin/media/Thumbnail";
import { UploadButton } from "@/admin/media/UploadButton";
import { UploadList } from "@/admin/media/UploadList";
import { useUploads } from "@/admin/media/useUploads";
import { may } from "@/admin/roles";
import sectionStyles from "@/admin/section.module.css";
import { failureOf, useMutation } from "@/admin/useMutation";
import { searchOf } from "@/shared/address";
import type { MediaDetail, MediaUse, User } from "@/shared/http/types";
import { fileSize, number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

export async function open(user: User, name: string, signal?: AbortSignal): Promise<View> {
	const media = await detail(name, signal);
	const rights = { mayChange: may(user, "media"), limited: isLimited(user), mayPublish: may(user, "config") };
	const page = () => <FilePage key={name} {...rights} detail={media} />;
	return Object.assign(page, { title: name });
}

interface FilePageProps {
	mayChange: boolean;
	/** Whether the access scope of the user excludes a language or an area. */
	limited: boolean;
	/** Whether the user has the permission to open site files. */
	mayPublish: boolean;
	detail: MediaDetail;
}

/** Page of a media file: its alt text, its uses, and its actions. */
function FilePage({ mayChange, limited, mayPublish, detail: { file, used_on, used_in } }: FilePageProps) {
	const locale = useLocale();
	const navigate = useNavigate();
	const { revalidate } = useRevalidator();
	const [sending, send] = useMutation();
	const arrived = useCallback(
		(one: QueuedUpload) => {
			if (one.replaces === file.path) void revalidate();
		},
		[file.path, revalidate],
	);
	const list = useUploads(arrived).filter(({ replaces }) => replaces === file.path);
	const { source, author, width, height } = file;
	const facts: [label: string, value: ReactNode][] = [
		[text(locale, "kind"), file.media_type],
		[text(locale, "bytes"), fileSize(file.bytes)],
		[
			text(locale, "pixels"),
			width === null || height === null
				? undefined
				: text(locale, "size", { width: number(width), height: number(height) }),
		],
		[text(locale, "changedAt"), <ExactTime key="at" at={file.changed_at} />],
		[text(locale, "author"), author ?? undefined],
		[text(locale, "source"), source ?? undefined],
	];
	const isUsed = used_on.length + used_in.length > 0;
	const why = isUsed ? text(locale, "removeUsed") : source !== null ? text(locale, "removeGit") : undefined;
	return (
		<div className={sectionStyles.section}>
			<p>
				<Link to={path}>{text(locale, "back")}</Link>
			</p>
			<a href={file.url}>
				<Thumbnail file={file} isLarge />
				<span className="visually-hidden">{file.path}</span>
			</a>
			<dl className={listStyles.properties}>
				{facts.map(
					([label, value]) =>
						value !== undefined && (
							<div key={label}>
								<dt>{label}</dt>
								<dd>{value}</dd>
							</div>
						),
				)}
			</dl>
			{source !== null && <p>{text(locale, "gitNote", { source })}</p>}
			<CopyMarkdown file={file} />
			{file.class === "image" && <AltTextForm file={file} mayChange={mayChange} saved={revalidate} />}
			<h2>{text(locale, "usedOn")}</h2>
			{!isUsed && <p>{text(locale, "usedNowhere")}</p>}
			<ul className={listStyles.rows}>
				{used_on.map((use) => (
					<UseRow key={`${use.page_id} ${use.locale} ${use.draft}`} use={use} />
				))}
				{used_in.map((name) => (
					<li key={name}>
						<p>
							{mayPublish ? <Link to={`/admin/config${searchOf({ name })}`}>{name}</Link> : name} ·{" "}
							{text(locale, "inValue")}
						</p>
					</li>
				))}
			</ul>
			{mayChange && <h2>{text(locale, "actions")}</h2>}
			{mayChange && limited && <p>{text(locale, "limited")}</p>}
			{mayChange && !limited && source === null && <p>{text(locale, "replaceHint")}</p>}
			{mayChange && !limited && (
				<div className={listStyles.actions}>
					{source === null && (
						<UploadButton
							label={text(locale, "replace")}
							isPrimary={false}
							accept={file.media_type}
							chosen={(files) => addUploads(files, file.path)}
						/>
					)}
					{why === undefined ? (
						<ConfirmButton
							label={text(locale, "remove")}
							name={text(locale, "removeName", { path: file.path })}
							question={text(locale, "removeSure")}
							act={() =>
								void send(async () => {
									await remove(file);
									await navigate(path, { state: { removed: file.path } });
								})
							}
						/>
					) : (
						<>
							<button type="button" disabled aria-describedby="remove-why">
								{text(locale, "remove")}
							</button>
							<span id="remove-why">{why}</span>
						</>
					)}
				</div>
			)}
			<UploadList list={list} />
			<p role="alert" className={formStyles.error}>
				{sending.state === "refused" ? whyText(locale, sending.error) : failureOf(locale, sending)}
			</p>
		</div>
	);
}

function UseRow({ use }: { use: MediaUse }) {
	const locale = useLocale();
	const { page_id, locale: language, title, url, draft, trash } = use;
	if (trash)
		return (
			<li>
				<p>
					<span lang={language}>{title}</span> · <Link to="/admin/pages?state=trash">{text(locale, "inTrash")}</Link>
				</p>
			</li>
		);
	return (
		<li>
			<p>
				{draft ? <span lang={language}>{title}</span> : <Link to={url}>{title}</Link>} ·{" "}
				{draft && `${text(locale, "inDraft")} · `}
				<Link
					to={`/admin/pages/${page_id}?locale=${language.slice(0, 2)}`}
					aria-label={text(locale, "writeName", { title })}
				>
					{text(locale, "write")}
				</Link>
			</p>
		</li>
	);
}
