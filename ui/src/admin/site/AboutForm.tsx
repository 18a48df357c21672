import type { FormEvent, ReactNode } from "react";
import { type About, aboutFields, aboutOf, bodyOf } from "@/admin/site/about";
import { Publish } from "@/admin/site/Publish";
import { fieldErrorText, siteText as text } from "@/admin/site/siteText";
import type { FileConversion } from "@/admin/site/useLocalDraft";
import { usePublishing } from "@/admin/site/usePublishing";
import type { ConfigValue, SiteSettings } from "@/shared/http/types";
import { joinSentences } from "@/shared/i18n/join";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

const shape: FileConversion<About> = { name: "site.json", fields: aboutFields, read: aboutOf, write: bodyOf };

const titles = [
	{ field: "zh", lang: "zh-CN", key: "site.title.zh" },
	{ field: "en", lang: "en-US", key: "site.title.en" },
] as const;

const offlines = { "": "offlineAsSet", true: "offlineOn", false: "offlineOff" } as const;

const labels = { zh: "titleZh", en: "titleEn", editUrl: "editUrl", offline: "offline", embed: "embed" } as const;

/** Form for the site title and related fields, which override the settings. */
export function AboutForm({ settings, value }: { settings: SiteSettings; value: ConfigValue | undefined }) {
	const locale = useLocale();
	const publishing = usePublishing(shape, value);
	const { draft, write, publish, sending } = publishing;
	const set = (change: Partial<About>) => write({ ...draft, ...change });
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		publish();
	}
	return (
		<form className={formStyles.form} onSubmit={submit} aria-labelledby="about">
			<h2 id="about">{text(locale, "aboutTitle")}</h2>
			<p>{text(locale, "aboutIntro")}</p>
			{titles.map(({ field, lang, key }) => (
				<Field
					key={field}
					label={text(locale, labels[field])}
					hint={displayValueOf(locale, settings, key, settings.title[lang])}
				>
					{(attributes) => (
						<input
							{...attributes}
							lang={lang}
							maxLength={80}
							autoComplete="off"
							value={draft[field]}
							onChange={({ target }) => set({ [field]: target.value })}
						/>
					)}
				</Field>
			))}
			<Field
				label={text(locale, "editUrl")}
				hint={joinSentences(locale, [
					displayValueOf(locale, settings, "site.edit-url", settings.edit_url),
					text(locale, "editUrlHint"),
				])}
			>
				{(attributes) => (
					<input
						{...attributes}
						inputMode="url"
						maxLength={500}
						autoComplete="off"
						autoCapitalize="off"
						spellCheck={false}
						value={draft.editUrl}
						onChange={({ target }) => set({ editUrl: target.value.trim() })}
					/>
				)}
			</Field>
			<Field
				label={text(locale, "offline")}
				hint={displayValueOf(locale, settings, "site.offline", text(locale, settings.offline ? "on" : "off"))}
			>
				{(attributes) => (
					<select
						{...attributes}
						value={draft.offline}
						onChange={({ target: { value } }) => set({ offline: value === "true" || value === "false" ? value : "" })}
					>
						{(["", "true", "false"] as const).map((choice) => (
							<option key={choice} value={choice}>
								{text(locale, offlines[choice])}
							</option>
						))}
					</select>
				)}
			</Field>
			<Field label={text(locale, "embed")} hint={text(locale, "embedHint")}>
				{(attributes) => (
					<textarea
						{...attributes}
						rows={3}
						inputMode="url"
						autoComplete="off"
						autoCapitalize="off"
						spellCheck={false}
						value={draft.embed}
						onChange={({ target }) => set({ embed: target.value })}
					/>
				)}
			</Field>
			<Publish
				name={shape.name}
				value={value}
				publishing={publishing}
				error={fieldErrorText(locale, sending)}
				nameOf={(field) => text(locale, labels[field])}
				show={(about, field) => renderField(locale, about, field)}
			/>
		</form>
	);
}

/** Displayed value of a field. */
function renderField(locale: Locale, about: About, field: keyof About): ReactNode {
	const lang = titles.find((title) => title.field === field)?.lang;
	const words = field === "offline" ? text(locale, offlines[about.offline]) : about[field];
	if (field === "embed" && words === "") return text(locale, "embedNone");
	return words === "" ? text(locale, "offlineAsSet") : <span lang={lang}>{words}</span>;
}

/** Value of a setting, with the file or variable that defines it. */
function displayValueOf(locale: Locale, { origins }: SiteSettings, key: string, value: string | null): string {
	if (value === null) return text(locale, "saidNothing");
	const place = origins.find((one) => one.key === key)?.place;
	return place === undefined ? text(locale, "saidNowhere", { value }) : text(locale, "saidIn", { value, place });
}
