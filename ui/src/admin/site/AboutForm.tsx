import type { FormEvent } from "react";
import { Field } from "@/admin/Field";
import people from "@/admin/People.module.css";
import { type About, aboutOf, bodyOf } from "@/admin/site/about";
import { Publish } from "@/admin/site/Publish";
import { faultOf, siteText as text } from "@/admin/site/siteText";
import { usePublishing } from "@/admin/site/usePublishing";
import type { ConfigValue, SiteSettings } from "@/admin/wire";
import { type Locale, useLocale } from "@/shared/locale";
import { sentences } from "@/shared/sentences";

const name = "site.json";

/** The name of the site and a little more, over what the settings say. */
export function AboutForm({ settings, value }: { settings: SiteSettings; value: ConfigValue | undefined }) {
	const locale = useLocale();
	const { draft, write, publish, ...outcome } = usePublishing(name, value, aboutOf, bodyOf);
	const set = (change: Partial<About>) => write({ ...draft, ...change });
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		publish();
	}
	const titles = [
		{ field: "zh", label: "titleZh", lang: "zh-CN", key: "site.title.zh" },
		{ field: "en", label: "titleEn", lang: "en-US", key: "site.title.en" },
	] as const;
	return (
		<form className={people.form} onSubmit={submit} aria-labelledby="about">
			<h2 id="about">{text(locale, "aboutTitle")}</h2>
			<p>{text(locale, "aboutIntro")}</p>
			{titles.map(({ field, label, lang, key }) => (
				<Field key={field} label={text(locale, label)} hint={saidOf(locale, settings, key, settings.title[lang])}>
					{(told) => (
						<input
							{...told}
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
				hint={sentences(locale, [
					saidOf(locale, settings, "site.edit-url", settings.edit_url),
					text(locale, "editUrlHint"),
				])}
			>
				{(told) => (
					<input
						{...told}
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
				hint={saidOf(locale, settings, "site.offline", text(locale, settings.offline ? "on" : "off"))}
			>
				{(told) => (
					<select
						{...told}
						value={draft.offline}
						onChange={({ target: { value } }) => set({ offline: value === "true" || value === "false" ? value : "" })}
					>
						<option value="">{text(locale, "offlineAsSet")}</option>
						<option value="true">{text(locale, "offlineOn")}</option>
						<option value="false">{text(locale, "offlineOff")}</option>
					</select>
				)}
			</Field>
			<Publish name={name} value={value} {...outcome} fault={faultOf(locale, outcome.sending)} />
		</form>
	);
}

/** What the settings say, and where. */
function saidOf(locale: Locale, { said }: SiteSettings, key: string, value: string | null): string {
	if (value === null) return text(locale, "saidNothing");
	const place = said.find((one) => one.key === key)?.place;
	return place === undefined ? text(locale, "saidNowhere", { value }) : text(locale, "saidIn", { value, place });
}
