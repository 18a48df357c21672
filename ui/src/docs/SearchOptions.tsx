import { dialogText } from "@/docs/dialogText";
import { FoundArea } from "@/docs/FoundArea";
import { FoundLanguage } from "@/docs/FoundLanguage";
import { Highlight, Snippet } from "@/docs/Highlight";
import styles from "@/docs/SearchDialog.module.css";
import type { Option } from "@/docs/searchOptions";
import { text } from "@/docs/text";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import combobox from "@/shared/ui/Combobox.module.css";
import { Link } from "@/shared/ui/Link";

interface Props {
	options: Option[];
	active: number;
	idOf: (at: number) => string;
	/** Called when an option is clicked, before the link navigates. */
	take: (option: Option) => void;
	addressOf: (option: Option) => string;
}

/**
 * Results grouped by page, with the page title above the first result of the page. The focus stays in the search field.
 */
export function SearchOptions({ options, active, idOf, take, addressOf }: Props) {
	const locale = useLocale();
	const choice = (at: number) => ({
		id: idOf(at),
		role: "option" as const,
		"aria-selected": at === active,
		tabIndex: -1,
		className: `${combobox.option} ${styles.option}`,
	});
	return (
		<div
			id="search-options"
			role="listbox"
			aria-label={text(locale, "search")}
			className={`${combobox.options} ${styles.options}`}
		>
			{options.map((option, at) => (
				<div key={keyOf(option)} role="presentation">
					{option.kind === "hit" && isFirst(options, at) && <PageName option={option} />}
					{option.kind === "recent" && at === 0 && (
						<p className={`${combobox.group} ${styles.group}`}>{dialogText(locale, "recent")}</p>
					)}
					{option.kind === "recent" ? (
						<button {...choice(at)} type="button" onClick={() => take(option)}>
							{option.words}
						</button>
					) : (
						<Link {...choice(at)} to={addressOf(option)} onClick={() => take(option)}>
							<OptionText option={option} />
						</Link>
					)}
				</div>
			))}
		</div>
	);
}

function PageName({ option }: { option: Extract<Option, { kind: "hit" }> }) {
	const { hit } = option;
	return (
		<p className={`${combobox.group} ${styles.group}`}>
			<span lang={hit.locale}>
				<Highlight hit={hit}>{hit.title}</Highlight>
			</span>
			<FoundArea hit={hit} />
			<FoundLanguage hit={hit} />
		</p>
	);
}

function OptionText({ option }: { option: Exclude<Option, { kind: "recent" }> }) {
	const locale = useLocale();
	if (option.kind === "more") return text(locale, "moreOnPage", { count: number(option.count) });
	if (option.kind === "all") return dialogText(locale, "all", { count: number(option.total) });
	const { hit } = option;
	return (
		<>
			{hit.heading !== "" && hit.heading !== hit.title && (
				<b lang={hit.locale}>
					<Highlight hit={hit}>{hit.heading}</Highlight>
				</b>
			)}
			<span lang={hit.locale}>
				<Snippet hit={hit} />
			</span>
		</>
	);
}

function keyOf(option: Option): string {
	if (option.kind === "hit") return option.hit.url;
	return option.kind === "more" ? `more ${option.page}` : `${option.kind} ${option.words}`;
}

function isFirst(options: Option[], at: number): boolean {
	const [own, before] = [options[at], options[at - 1]];
	return own?.kind === "hit" && (before?.kind !== "hit" || pageOf(before.hit.url) !== pageOf(own.hit.url));
}

function pageOf(url: string): string | undefined {
	return url.split("#", 1)[0];
}
