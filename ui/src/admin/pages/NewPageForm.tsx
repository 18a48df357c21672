import { type FormEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { moment } from "@/admin/moment";
import { make } from "@/admin/pages/api";
import { type Filter, path } from "@/admin/pages/filter";
import { localeOf, segmentOf, segments } from "@/admin/pages/language";
import own from "@/admin/pages/PageList.module.css";
import { pathErrorText, pathOf } from "@/admin/pages/pathError";
import { text } from "@/admin/pages/text";
import { failureOf, fieldErrors, type Sending, useMutation } from "@/admin/useMutation";
import { queryOf } from "@/shared/address";
import type { User } from "@/shared/http/types";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import { isWithin } from "@/shared/limits";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

const fields = ["area", "locale", "path", "title"];

const areas = ["docs", "news", "landing"] as const;

type Area = (typeof areas)[number];

/** Block types of the front page. */
const blocks = [
	"hero",
	"features",
	"code",
	"downloads",
	"news",
	"timeline",
	"logos",
	"action",
	"recent",
	"markdown",
] as const;

const pathHints = { docs: "newPathHint", news: "newPathNews", landing: "newPathBlock" } as const;

/** Form that creates a page as a draft and opens the page in the editor. */
export function NewPageForm({ filter, user }: { filter: Filter; user: User }) {
	const locale = useLocale();
	const navigate = useNavigate();
	const { hash, search } = useLocation();
	const [sending, send] = useMutation();
	const open = areas.filter((area) => segments.some((segment) => isWithin(user, area, segment)));
	const [area, setArea] = useState<Area>(open.find((area) => area === filter.area) ?? open[0] ?? "docs");
	const languages = segments.filter((segment) => isWithin(user, area, segment));
	// Before the user enters a title or a path, the title is from the URL and the path is the proposed one.
	const [enteredTitle, setTitle] = useState<string>();
	const [enteredPath, setPath] = useState<string>();
	const title = enteredTitle ?? queryOf(search).title ?? "";
	const proposal = proposedPath(area, title);

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const formData = new FormData(event.currentTarget);
		const value = (name: string) => String(formData.get(name) ?? "").trim();
		const segment = value("locale");
		void send(async () => {
			const block = area === "landing" ? { block: value("block") } : {};
			const date = area === "news" ? { date: today() } : {};
			const named = { path: pathOf(value("path")), title: value("title") };
			const page = await make({ area, ...block, ...date, locale: segment, ...named });
			await navigate(`${path}/${page.id}?locale=${segment}`);
		});
	}

	return (
		<details className={own.new} id="new" open={hash === "#new"}>
			<summary>{text(locale, "new")}</summary>
			<form className={formStyles.form} onSubmit={submit} aria-label={text(locale, "new")}>
				<Field label={text(locale, "newTitle")} error={titleErrorText(locale, sending)}>
					{(attributes) => (
						<input
							{...attributes}
							name="title"
							required
							maxLength={300}
							autoComplete="off"
							value={title}
							onChange={({ target }) => setTitle(target.value)}
						/>
					)}
				</Field>
				<Field label={text(locale, "area")}>
					{(attributes) => (
						<select {...attributes} value={area} onChange={({ target }) => setArea(target.value as Area)}>
							{open.map((name) => (
								<option key={name} value={name}>
									{text(locale, `area.${name}`)}
								</option>
							))}
						</select>
					)}
				</Field>
				{area === "landing" && (
					<Field label={text(locale, "newBlock")}>
						{(attributes) => (
							<select {...attributes} name="block" defaultValue="markdown">
								{blocks.map((name) => (
									<option key={name} value={name}>
										{text(locale, `landing.${name}`)}
									</option>
								))}
							</select>
						)}
					</Field>
				)}
				<Field label={text(locale, "newLocale")} hint={text(locale, "newLocaleHint")}>
					{(attributes) => (
						<select {...attributes} name="locale" defaultValue={filter.locale ?? segmentOf(locale)}>
							{languages.map((segment) => (
								<option key={segment} value={segment}>
									{languageName(localeOf(segment), locale)}
								</option>
							))}
						</select>
					)}
				</Field>
				<Field
					label={text(locale, "newPath")}
					hint={text(locale, pathHints[area])}
					error={pathErrorText(locale, sending)}
				>
					{(attributes) => (
						<input
							{...attributes}
							name="path"
							required
							maxLength={300}
							autoComplete="off"
							spellCheck={false}
							value={enteredPath ?? proposal}
							onChange={({ target }) => setPath(target.value === proposal ? undefined : target.value)}
						/>
					)}
				</Field>
				<p role="alert" className={formStyles.error}>
					{failureOf(locale, sending, fields)}
				</p>
				<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
					{text(locale, "newSubmit")}
				</button>
			</form>
		</details>
	);
}

/** Today's date in the user's time zone, which the server cannot determine. */
function today(): string {
	return moment(Date.now()).slice(0, 10);
}

/**
 * Proposes a path: the words of an English title, joined by hyphens; for news, the date precedes the words. Returns an
 * empty string for a title with letters other than a to z.
 */
function proposedPath(area: Area, title: string): string {
	if (/[^\P{L}a-z]/iu.test(title)) return "";
	const words = title
		.toLowerCase()
		.replace(/['’]/g, "")
		.match(/[a-z0-9]+/g);
	if (!words) return "";
	return (area === "news" ? [today(), ...words] : words).join("-");
}

function titleErrorText(locale: Locale, sending: Sending): string | undefined {
	const errors = fieldErrors(sending);
	const code = errors.find(({ field }) => field === "title")?.code;
	return code === undefined ? undefined : text(locale, code === "required" ? "titleNeeded" : "titleTooLong");
}
