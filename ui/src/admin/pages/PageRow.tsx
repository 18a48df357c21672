import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import { ExactTime } from "@/admin/ExactTime";
import { deletePermanently, restorePage } from "@/admin/pages/api";
import { path } from "@/admin/pages/filter";
import { localeOf, type Segment, segments } from "@/admin/pages/language";
import styles from "@/admin/pages/PageList.module.css";
import { pathErrorText } from "@/admin/pages/pathError";
import { GitMark, TextMarks } from "@/admin/pages/TextMarks";
import { named, text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { AdminPage, AdminText } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { languageName, languageNames, useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

interface PageRowProps {
	row: AdminPage;
	mayEdit: boolean;
	isChosen: boolean;
	/** Undefined in the trash, which has no bulk actions. */
	choose: ((isChosen: boolean) => void) | undefined;
}

/** Row of the page list, with both languages side by side. */
export function PageRow({ row, mayEdit, isChosen, choose }: PageRowProps) {
	const locale = useLocale();
	const title = titleOf(row);
	return (
		<li data-chosen={isChosen || undefined}>
			{choose && mayEdit && (
				<label className={styles.choose}>
					<input type="checkbox" checked={isChosen} onChange={({ target }) => choose(target.checked)} />
					<span className="visually-hidden">{text(locale, "choose", { title })}</span>
				</label>
			)}
			<div className={styles.texts}>
				{segments.map((segment) => (
					<Text key={segment} row={row} segment={segment} isTrashed={!choose} />
				))}
			</div>
			<p className={styles.counts}>
				<span>{named(locale, `area.${row.area}`) ?? row.area}</span>
				<span>{text(locale, "views", { count: number(row.views) })}</span>
			</p>
			{!choose && mayEdit && <TrashedPageActions row={row} title={title} />}
		</li>
	);
}

/** Returns the title in the source language, or else in the other language, or else the key of the page. */
export function titleOf({ zh, en, source_locale, key }: AdminPage): string {
	const [first, second] = source_locale === "zh-CN" ? [zh, en] : [en, zh];
	return first?.title || second?.title || key;
}

function Text({ row, segment, isTrashed }: { row: AdminPage; segment: Segment; isTrashed: boolean }) {
	const locale = useLocale();
	const language = localeOf(segment);
	const version: AdminText | null = row[segment];
	const to = `${path}/${row.id}?locale=${segment}`;
	if (!version) {
		return (
			<div>
				<p className={styles.none}>
					{isTrashed ? (
						text(locale, "noText", { language: languageName(language, locale) })
					) : (
						<Link to={to}>{text(locale, "noText", { language: languageName(language, locale) })}</Link>
					)}
				</p>
			</div>
		);
	}
	return (
		<div>
			<p>
				<small className={styles.language} lang={language}>
					{languageNames[language]}
				</small>{" "}
				{isTrashed ? (
					<b lang={language}>{version.title}</b>
				) : (
					<Link to={to} lang={language} className={styles.title}>
						{version.title}
					</Link>
				)}
			</p>
			<p className={styles.about}>
				<code>{version.path || "/"}</code> <TextMarks listed={version} />
				{version.source !== null && <GitMark source={version.source} />}
			</p>
			<p className={styles.about}>
				<ExactTime at={version.updated_at} />{" "}
				{version.author === "import" ? text(locale, "origin.import") : version.author}
			</p>
		</div>
	);
}

function TrashedPageActions({ row, title }: { row: AdminPage; title: string }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [sending, send] = useMutation();
	const [message, setMessage] = useState("");
	const act = (what: () => Promise<unknown>, done: string) =>
		void send(async () => {
			await what();
			setMessage(done);
			await revalidate();
		});
	return (
		<>
			<p className={listStyles.actions}>
				<button
					type="button"
					aria-label={text(locale, "takeBackName", { title })}
					onClick={() => act(() => restorePage(row.id), text(locale, "takenBack"))}
				>
					{text(locale, "restorePage")}
				</button>
				<ConfirmButton
					label={text(locale, "forEver")}
					name={text(locale, "forEverName", { title })}
					question={text(locale, "forEverSure")}
					act={() => act(() => deletePermanently(row.id), "")}
				/>
			</p>
			<p role="status">{message}</p>
			<p role="alert" className={formStyles.error}>
				{pathErrorText(locale, sending) ?? failureOf(locale, sending)}
			</p>
		</>
	);
}
