import type { Entry, LinkLanguages } from "@/admin/site/navigation";
import styles from "@/admin/site/Site.module.css";
import { siteText as text } from "@/admin/site/siteText";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import listStyles from "@/shared/ui/list.module.css";

const whom = ["both", "zh", "en"] as const;

interface EntryRowProps {
	name: string;
	entry: Entry;
	isWrong: boolean;
	isFirst: boolean;
	isLast: boolean;
	set: (entry: Entry) => void;
	remove: () => void;
	move: (by: -1 | 1) => void;
}

/** A link of the navigation: its names, its URL, and its languages. */
export function EntryRow({ name, entry, isWrong, isFirst, isLast, set, remove, move }: EntryRowProps) {
	const locale = useLocale();
	return (
		<li>
			<fieldset className={styles.entry} data-wrong={isWrong || undefined}>
				<legend className="visually-hidden">{name}</legend>
				{entry.for !== "en" && (
					<Field label={text(locale, "labelZh")}>
						{(attributes) => (
							<input
								{...attributes}
								lang="zh-CN"
								required
								maxLength={40}
								autoComplete="off"
								value={entry.zh}
								onChange={({ target }) => set({ ...entry, zh: target.value })}
							/>
						)}
					</Field>
				)}
				{entry.for !== "zh" && (
					<Field label={text(locale, "labelEn")}>
						{(attributes) => (
							<input
								{...attributes}
								lang="en-US"
								required
								maxLength={40}
								autoComplete="off"
								value={entry.en}
								onChange={({ target }) => set({ ...entry, en: target.value })}
							/>
						)}
					</Field>
				)}
				<Field label={text(locale, "to")} hint={isFirst ? text(locale, "toHint") : undefined}>
					{(attributes) => (
						<input
							{...attributes}
							required
							maxLength={500}
							autoComplete="off"
							autoCapitalize="off"
							spellCheck={false}
							dir="ltr"
							value={entry.to}
							onChange={({ target }) => set({ ...entry, to: target.value.trim() })}
						/>
					)}
				</Field>
				<Field label={text(locale, "for")}>
					{(attributes) => (
						<select
							{...attributes}
							value={entry.for}
							onChange={({ target }) => set({ ...entry, for: linkLanguagesOf(target.value) })}
						>
							{whom.map((one) => (
								<option key={one} value={one}>
									{text(locale, `for.${one}`)}
								</option>
							))}
						</select>
					)}
				</Field>
				<p className={listStyles.actions}>
					<button
						type="button"
						aria-label={text(locale, "upName", { entry: name })}
						aria-disabled={isFirst}
						onClick={() => !isFirst && move(-1)}
					>
						{text(locale, "up")}
					</button>
					<button
						type="button"
						aria-label={text(locale, "downName", { entry: name })}
						aria-disabled={isLast}
						onClick={() => !isLast && move(1)}
					>
						{text(locale, "down")}
					</button>
					<button type="button" aria-label={text(locale, "removeName", { entry: name })} onClick={remove}>
						{text(locale, "remove")}
					</button>
				</p>
			</fieldset>
		</li>
	);
}

function linkLanguagesOf(value: string): LinkLanguages {
	return whom.find((one) => one === value) ?? "both";
}
