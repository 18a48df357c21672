import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { dialogText } from "@/docs/dialogText";
import styles from "@/docs/SearchDialog.module.css";
import { SearchOptions } from "@/docs/SearchOptions";
import { type Option, optionsOf, withRecent } from "@/docs/searchOptions";
import { text } from "@/docs/text";
import { type Answer, useSearch } from "@/docs/useSearch";
import { routePath, searchOf } from "@/shared/address";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { reportSearch } from "@/shared/report";
import combobox from "@/shared/ui/Combobox.module.css";
import { Icon } from "@/shared/ui/Icon";
import { Link } from "@/shared/ui/Link";
import { rovingIndex } from "@/shared/ui/rovingIndex";
import { usePendingEnter } from "@/shared/ui/usePendingEnter";
import { docsHome, useVersion } from "@/shared/version";

let recent: string[] = [];
/** Time without input after which a query counts as a search, in milliseconds. */
const settled = 1500;

/** Search dialog over the page: shows results while the user types; arrow keys select, Enter opens. */
export function SearchDialog({ takeQuery, close }: { takeQuery: () => string; close: () => void }) {
	const locale = useLocale();
	const navigate = useNavigate();
	const dialog = useRef<HTMLDialogElement>(null);
	const [typed, setTyped] = useState("");
	const read = useVersion();
	// On a page of an old version, searches that version until the user switches to the current one.
	const [inCurrent, setInCurrent] = useState(false);
	const version = inCurrent ? undefined : read;
	const home = docsHome(locale, version);
	const { answer, again } = useSearch(typed, locale, version?.name);
	const [chosen, setChosen] = useState(0);
	const options = optionsOf(answer, recent);
	const active = options[chosen] ? chosen : 0;
	const pendingEnter = usePendingEnter(answer.state === "searching", () => {
		if (answer.state === "found") takeActive();
	});

	// A layout effect, so that no input is lost between reading the field in the header and focusing the dialog.
	useLayoutEffect(() => {
		if (dialog.current?.open) return;
		const words = takeQuery();
		dialog.current?.showModal();
		setTyped(words);
	}, [takeQuery]);

	useEffect(() => {
		document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
	}, [active]);

	useEffect(() => {
		if (answer.state !== "found") return;
		const timer = setTimeout(() => reportSearch(locale, answer.words, answer.total), settled);
		return () => clearTimeout(timer);
	}, [answer, locale]);

	function type(next: string): void {
		setTyped(next);
		setChosen(0);
		pendingEnter.cancel();
	}

	// Calls `close` before the dialog's close event, because the dialog may be opened again before that event.
	function end(): void {
		dialog.current?.close();
		close();
	}

	function leave(): void {
		if (answer.state === "found") reportSearch(locale, answer.words, answer.total);
		recent = withRecent(recent, typed.trim());
		end();
	}

	function take(option: Option): void {
		if (option.kind === "recent") {
			type(option.words);
			return;
		}
		leave();
		navigate(addressOf(option, home), { viewTransition: true });
	}

	function press(event: KeyboardEvent): void {
		if (event.nativeEvent.isComposing) return;
		// By default, Esc clears the text of a search field instead of closing the dialog.
		if (event.key === "Escape") {
			event.preventDefault();
			end();
			return;
		}
		const next = rovingIndex(event.key, active, options.length);
		if (next !== undefined) {
			event.preventDefault();
			setChosen(next);
		}
	}

	function takeActive(): void {
		const option = options[active];
		if (option) take(option);
	}

	function submit(): void {
		if (answer.state === "searching") pendingEnter.wait();
		else takeActive();
	}

	return (
		<dialog
			ref={dialog}
			className={`${combobox.dialog} ${styles.dialog}`}
			aria-label={text(locale, "search")}
			onClose={close}
		>
			<search>
				<form
					className={combobox.form}
					action={`/index${home}`}
					onSubmit={(event) => {
						event.preventDefault();
						submit();
					}}
				>
					<Icon name="search" />
					<input
						autoFocus
						type="search"
						name="q"
						role="combobox"
						value={typed}
						maxLength={500}
						autoComplete="off"
						spellCheck={false}
						placeholder={text(locale, "searchWords")}
						aria-label={text(locale, "searchWords")}
						aria-autocomplete="list"
						aria-controls="search-options"
						aria-expanded={options.length > 0}
						aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
						onChange={({ target }) => type(target.value)}
						onKeyDown={press}
					/>
					<button type="button" className={combobox.close} onClick={end}>
						<Icon name="close" />
						<span className="visually-hidden">{dialogText(locale, "close")}</span>
					</button>
				</form>
			</search>
			{version && (
				<p className={styles.scope}>
					{text(locale, "searchesVersion", { version: version.label })}
					<button type="button" onClick={() => setInCurrent(true)}>
						{text(locale, "searchCurrent")}
					</button>
				</p>
			)}
			<div className={`${combobox.results} ${styles.results}`} aria-busy={answer.state === "searching"}>
				<SearchOptions
					options={options}
					active={active}
					idOf={optionId}
					take={(option) => (option.kind === "recent" ? type(option.words) : leave())}
					addressOf={(option) => addressOf(option, home)}
				/>
				<State answer={answer} again={again} leave={leave} home={home} />
			</div>
			<p className={combobox.keys} aria-hidden="true">
				{dialogText(locale, "keys")}
			</p>
		</dialog>
	);
}

function optionId(at: number): string {
	return `search-option-${at}`;
}

function addressOf(option: Option, home: string): string {
	if (option.kind === "hit") return routePath(option.hit.url);
	const within = option.kind === "more" ? option.page : undefined;
	return home + searchOf({ q: option.words, within });
}

/** Status message: the reason why there are no results, or the number of results for screen readers. */
function State(props: { answer: Answer; again: () => void; leave: () => void; home: string }) {
	const { answer, again, leave, home } = props;
	const locale = useLocale();
	if (answer.state === "failed") {
		return (
			<div className={`${combobox.state} ${styles.state}`} role="alert">
				<p>{dialogText(locale, answer.cause === "offline" ? "offline" : "failed")}</p>
				<button type="button" onClick={again}>
					{dialogText(locale, "again")}
				</button>
			</div>
		);
	}
	if (answer.state === "found" && answer.hits.length === 0) {
		return (
			<div className={`${combobox.state} ${styles.state}`} role="status">
				<p>{text(locale, "nothing")}</p>
				<ul>
					<li>{text(locale, "nothingFewer")}</li>
					<li>{text(locale, "nothingLanguage")}</li>
					<li>
						<Link to={home} onClick={leave}>
							{text(locale, "nothingBrowse")}
						</Link>
					</li>
				</ul>
			</div>
		);
	}
	const isShort = answer.state === "idle" && recent.length === 0;
	return (
		<p role="status" className={isShort ? combobox.state : "visually-hidden"}>
			{isShort && text(locale, "searchHelp")}
			{answer.state === "searching" && dialogText(locale, "searching")}
			{answer.state === "found" && text(locale, "results", { count: number(answer.total) })}
		</p>
	);
}
