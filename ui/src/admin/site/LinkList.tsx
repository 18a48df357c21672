import { useId, useRef } from "react";
import { flushSync } from "react-dom";
import sectionStyles from "@/admin/section.module.css";
import { EntryRow } from "@/admin/site/EntryRow";
import { type Entry, entry, type ListName, mostEntries, moved } from "@/admin/site/navigation";
import { siteText as text } from "@/admin/site/siteText";
import { useLocale } from "@/shared/i18n/locale";
import listStyles from "@/shared/ui/list.module.css";

/** Initial links of a list that replaces the built-in list. */
const builtIn = () => [
	entry("文档", "Docs", "/docs"),
	entry("助手", "Assistant", "/assistant"),
	entry("翻译", "Translation", "/localization"),
	entry("统计", "Statistics", "/datastat"),
];

interface LinkListProps {
	list: ListName;
	/** Undefined for the built-in list. */
	entries: Entry[] | undefined;
	wrong: Entry | undefined;
	nameOf: (at: number) => string;
	set: (entries: Entry[] | undefined) => void;
}

/** List of links in the header or the footer. If a button is removed by its action, a nearby element gets the focus. */
export function LinkList({ list, entries, wrong, nameOf, set }: LinkListProps) {
	const locale = useLocale();
	const note = useId();
	const section = useRef<HTMLElement>(null);
	const name = text(locale, list);
	const isFull = entries !== undefined && entries.length >= mostEntries;
	const focus = (what: string) => section.current?.querySelector<HTMLElement>(what)?.focus();
	function change(next: Entry[] | undefined, what: string) {
		flushSync(() => set(next));
		focus(what);
	}
	function remove(entries: Entry[], at: number) {
		const left = entries.toSpliced(at, 1);
		const near = Math.min(at, left.length - 1) + 1;
		change(left, near > 0 ? `ol > :nth-child(${near}) button` : "[data-add]");
	}
	return (
		<section ref={section} aria-label={name} className={sectionStyles.section}>
			<h3>{name}</h3>
			{entries === undefined ? (
				<p className={listStyles.actions}>
					<span>{text(locale, "builtIn")}</span>
					<button
						type="button"
						aria-label={text(locale, "writeOwnName", { list: name })}
						onClick={() => change(builtIn(), "input")}
					>
						{text(locale, "writeOwn")}
					</button>
				</p>
			) : (
				<>
					{entries.length === 0 && <p>{text(locale, "empty")}</p>}
					<ol className={listStyles.rows}>
						{entries.map((one, at) => (
							<EntryRow
								key={one.id}
								name={nameOf(at)}
								entry={one}
								isWrong={one === wrong}
								isFirst={at === 0}
								isLast={at === entries.length - 1}
								set={(next) => set(entries.with(at, next))}
								remove={() => remove(entries, at)}
								move={(by) => set(moved(entries, at, by))}
							/>
						))}
					</ol>
					<p className={listStyles.actions}>
						<button
							type="button"
							data-add
							aria-label={text(locale, "addName", { list: name })}
							aria-disabled={isFull}
							aria-describedby={isFull ? note : undefined}
							onClick={() => !isFull && set([...entries, entry()])}
						>
							{text(locale, "add")}
						</button>
						{isFull && <span id={note}>{text(locale, "body.too-many")}</span>}
						<button
							type="button"
							aria-label={text(locale, "useBuiltInName", { list: name })}
							onClick={() => change(undefined, "button")}
						>
							{text(locale, "useBuiltIn")}
						</button>
					</p>
				</>
			)}
		</section>
	);
}
