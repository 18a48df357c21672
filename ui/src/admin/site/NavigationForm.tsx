import type { FormEvent } from "react";
import { findingsOf } from "@/admin/config/findings";
import people from "@/admin/People.module.css";
import { EntryRow } from "@/admin/site/EntryRow";
import {
	bodyOf,
	type Entry,
	entry,
	entryAt,
	type ListName,
	lists,
	moved,
	navigationOf,
	readable,
} from "@/admin/site/navigation";
import { Publish } from "@/admin/site/Publish";
import { faultOf, siteText as text } from "@/admin/site/siteText";
import { usePublishing } from "@/admin/site/usePublishing";
import type { ConfigValue } from "@/admin/wire";
import { number } from "@/shared/format";
import { useLocale } from "@/shared/locale";

const name = "navigation.json";

/** What somebody begins with who writes the links anew. */
const builtIn = () => [
	entry("文档", "Docs", "/docs"),
	entry("助手", "Assistant", "/assistant"),
	entry("翻译", "Translation", "/localization"),
	entry("统计", "Statistics", "/datastat"),
];

/** The links of header and footer. */
export function NavigationForm({ value }: { value: ConfigValue | undefined }) {
	const locale = useLocale();
	const { draft, write, publish, ...outcome } = usePublishing(name, value, navigationOf, bodyOf);
	const { sending } = outcome;
	function set(list: ListName, entries: Entry[] | undefined) {
		const { [list]: _, ...others } = draft;
		write(entries ? { ...others, [list]: entries } : others);
	}
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		publish();
	}
	const fault = faultOf(locale, sending);
	const line = sending.state === "refused" ? findingsOf(sending.refusal)[0]?.line : undefined;
	const wrong = line === undefined ? undefined : entryAt(draft, line);
	const nameOf = (list: ListName, at: number) =>
		text(locale, "entry", { list: text(locale, list), number: number(at + 1) });
	const wrongName = lists
		.flatMap((list) => (draft[list] ?? []).map((one, at) => ({ one, name: nameOf(list, at) })))
		.find(({ one }) => one === wrong)?.name;
	return (
		<form className={people.part} onSubmit={submit} aria-labelledby="navigation">
			<h2 id="navigation">{text(locale, "navigationTitle")}</h2>
			<p>{text(locale, "navigationIntro")}</p>
			{lists.map((list) => {
				const entries = draft[list];
				const listed = { list: text(locale, list) };
				return (
					<section key={list} aria-label={text(locale, list)} className={people.part}>
						<h3>{text(locale, list)}</h3>
						{entries === undefined ? (
							<p className={people.acts}>
								<span>{text(locale, "builtIn")}</span>
								<button
									type="button"
									aria-label={text(locale, "writeOwnName", listed)}
									onClick={() => set(list, builtIn())}
								>
									{text(locale, "writeOwn")}
								</button>
							</p>
						) : (
							<>
								{entries.length === 0 && <p>{text(locale, "empty")}</p>}
								<ol className={people.rows}>
									{entries.map((one, at) => (
										<EntryRow
											key={one.id}
											name={nameOf(list, at)}
											entry={one}
											isWrong={one === wrong}
											isFirst={at === 0}
											isLast={at === entries.length - 1}
											set={(next) =>
												set(list, next === undefined ? entries.filter((it) => it !== one) : entries.with(at, next))
											}
											move={(by) => set(list, moved(entries, at, by))}
										/>
									))}
								</ol>
								<p className={people.acts}>
									<button
										type="button"
										aria-label={text(locale, "addName", listed)}
										onClick={() => set(list, [...entries, entry()])}
									>
										{text(locale, "add")}
									</button>
									<button
										type="button"
										aria-label={text(locale, "useBuiltInName", listed)}
										onClick={() => set(list, undefined)}
									>
										{text(locale, "useBuiltIn")}
									</button>
								</p>
							</>
						)}
					</section>
				);
			})}
			{/* Of what is published: while something else was refused, that is what there is to say. */}
			{sending.state === "ready" && value && value.dead_ends.length > 0 && (
				<div role="status">
					<p>{text(locale, "deadEnds")}</p>
					<ul>
						{value.dead_ends.map((url) => (
							<li key={url}>{readable(url)}</li>
						))}
					</ul>
				</div>
			)}
			<Publish
				name={name}
				value={value}
				{...outcome}
				fault={fault && wrongName ? text(locale, "wrongEntry", { entry: wrongName, what: fault }) : fault}
			/>
		</form>
	);
}
