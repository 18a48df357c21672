import { useLayoutEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { removeConfig, unscheduleConfig } from "@/admin/api";
import { configText as text } from "@/admin/config/configText";
import { draftOf } from "@/admin/config/draft";
import { Editor } from "@/admin/config/Editor";
import { fileFormOf } from "@/admin/config/name";
import { useDraft } from "@/admin/config/useDraft";
import { stateText } from "@/admin/config/Values";
import { Versions } from "@/admin/config/Versions";
import { Waiting } from "@/admin/config/Waiting";
import { moment } from "@/admin/moment";
import sectionStyles from "@/admin/section.module.css";
import { text as partText } from "@/admin/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { ConfigValue, ConfigVersion } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

interface ValueProps {
	name: string;
	/** Undefined before the first publication. */
	value: ConfigValue | undefined;
	/** Time at which an unconfirmed stylesheet is reverted, in milliseconds on the clock of `performance.now()`. */
	until: number | undefined;
	versions: ConfigVersion[];
}

/** A site file: its published text, the editor, and its earlier versions. */
export function Value({ name, value, until, versions }: ValueProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [done, setDone] = useState("");
	/** Number of the version that was not confirmed in time. */
	const [lapsed, setLapsed] = useState<number>();
	const news = useRef<HTMLDivElement>(null);
	const revertedVersion = lapsed !== undefined && value?.version !== lapsed ? lapsed : undefined;
	// Focuses the message above the editor, because the pressed button may have been removed.
	useLayoutEffect(() => {
		if (done !== "" || revertedVersion !== undefined) news.current?.focus();
	}, [done, revertedVersion]);
	const [draft, setDraft] = useDraft(`config/${name}`, draftOf);
	const [sending, send] = useMutation();
	const own = fileFormOf(name);
	/** Sends a request, reloads the site file, and shows `message`. */
	const act = (request: () => Promise<unknown>, message: string) =>
		void send(async () => {
			await request();
			await revalidate();
			setDone(message);
		});
	return (
		<div className={sectionStyles.section}>
			<p>
				<Link to="/admin/config">{text(locale, "back.list")}</Link>
			</p>
			<h2>{name}</h2>
			{own && (
				<p>
					<Link to={own.to}>{text(locale, "form", { part: partText(locale, own.part) })}</Link>
				</p>
			)}
			{value && <p>{stateText(locale, value)}</p>}
			<div ref={news} tabIndex={-1} className={sectionStyles.section}>
				{value && until !== undefined && (
					<Waiting
						key={value.revision}
						value={value}
						until={until}
						act={act}
						over={async () => {
							setDone("");
							setLapsed(value.version ?? undefined);
							await revalidate();
						}}
					/>
				)}
				<p role="status">
					{revertedVersion === undefined ? done : text(locale, "lapsed", { version: revertedVersion })}
				</p>
				<p role="alert" className={formStyles.error}>
					{failureOf(locale, sending)}
				</p>
			</div>
			{value?.due != null && value.due_at !== null && (
				<p className={listStyles.actions}>
					<span>{text(locale, "due", { version: value.due, moment: moment(value.due_at) })}</span>
					<button type="button" onClick={() => act(() => unscheduleConfig(value), "")}>
						{text(locale, "cancelDue")}
					</button>
				</p>
			)}
			<Editor name={name} value={value} draft={draft} setDraft={setDraft} done={setDone} />
			{value?.version != null && (
				<p className={listStyles.actions}>
					<ConfirmButton
						label={text(locale, "remove")}
						name={text(locale, "removeName", { name })}
						question={text(locale, "removeSure")}
						act={() => act(() => removeConfig(value), text(locale, "removed"))}
					/>
				</p>
			)}
			{value && (
				<Versions
					value={value}
					versions={versions}
					act={act}
					isWriting={draft !== undefined}
					take={(body, which) => {
						setDraft({ body, from: value });
						setDone(text(locale, "taken", { number: which }));
					}}
				/>
			)}
		</div>
	);
}
