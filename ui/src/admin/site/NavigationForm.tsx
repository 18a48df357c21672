import type { FormEvent } from "react";
import { issuesOf } from "@/admin/config/issues";
import sectionStyles from "@/admin/section.module.css";
import { LinkList } from "@/admin/site/LinkList";
import { ListedLinks } from "@/admin/site/ListedLinks";
import {
	bodyOf,
	type Entry,
	entryAt,
	type ListName,
	lists,
	type Navigation,
	navigationOf,
	readable,
} from "@/admin/site/navigation";
import { Publish } from "@/admin/site/Publish";
import { fieldErrorText, siteText as text } from "@/admin/site/siteText";
import type { FileConversion } from "@/admin/site/useLocalDraft";
import { usePublishing } from "@/admin/site/usePublishing";
import type { ConfigValue } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";

const shape: FileConversion<Navigation> = { name: "navigation.json", fields: lists, read: navigationOf, write: bodyOf };

/** Form for the links of header and footer. */
export function NavigationForm({ value }: { value: ConfigValue | undefined }) {
	const locale = useLocale();
	const publishing = usePublishing(shape, value);
	const { draft, write, publish, sending } = publishing;
	function set(list: ListName, entries: Entry[] | undefined) {
		const { [list]: _, ...others } = draft;
		write(entries ? { ...others, [list]: entries } : others);
	}
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		publish();
	}
	const error = fieldErrorText(locale, sending);
	const line = sending.state === "refused" ? issuesOf(sending.error)[0]?.line : undefined;
	const wrong = line === undefined ? undefined : entryAt(draft, line);
	const nameOf = (list: ListName, at: number) =>
		text(locale, "entry", { list: text(locale, list), number: number(at + 1) });
	const wrongName = lists
		.flatMap((list) => (draft[list] ?? []).map((one, at) => ({ one, name: nameOf(list, at) })))
		.find(({ one }) => one === wrong)?.name;
	return (
		<form className={sectionStyles.section} onSubmit={submit} aria-labelledby="navigation">
			<h2 id="navigation">{text(locale, "navigationTitle")}</h2>
			<p>{text(locale, "navigationIntro")}</p>
			{lists.map((list) => (
				<LinkList
					key={list}
					list={list}
					entries={draft[list]}
					wrong={wrong}
					nameOf={(at) => nameOf(list, at)}
					set={(entries) => set(list, entries)}
				/>
			))}
			{/* Broken links of the published file; hidden during a request and while an error is shown. */}
			{sending.state === "ready" && value && value.broken_links.length > 0 && (
				<div role="status">
					<p>{text(locale, "brokenLinks")}</p>
					<ul>
						{value.broken_links.map((url) => (
							<li key={url}>{readable(url)}</li>
						))}
					</ul>
				</div>
			)}
			<Publish
				name={shape.name}
				value={value}
				publishing={publishing}
				error={error && wrongName ? text(locale, "wrongEntry", { entry: wrongName, what: error }) : error}
				nameOf={(list) => text(locale, list)}
				show={(navigation, list) => <ListedLinks entries={navigation[list]} />}
			/>
		</form>
	);
}
