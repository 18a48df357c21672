import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { decide, dictionary } from "@/localization/api";
import styles from "@/localization/Dictionary.module.css";
import { DictionaryWord } from "@/localization/DictionaryWord";
import { text } from "@/localization/text";
import { queryOf } from "@/shared/address";
import { ProblemError } from "@/shared/http/api";
import type { Decision, DictionaryRow } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { type Locale, useLocale } from "@/shared/i18n/locale";

type State = "loading" | "failed" | { rows: DictionaryRow[]; total: number };

/** Search dictionary, which is extracted from translations, with forms to correct it. */
export function Dictionary() {
	const locale = useLocale();
	// The gap report of the assistant links to a word with these query parameters.
	const query = queryOf(useLocation().search);
	const word = (query.word ?? "").slice(0, 64);
	const [language, setLanguage] = useState<Locale>(query.language === "en-US" ? "en-US" : "zh-CN");
	const [requested, setRequested] = useState(word);
	const section = useRef<HTMLElement>(null);
	useEffect(() => {
		if (word !== "") section.current?.scrollIntoView();
	}, [word]);
	const [decided, setDecided] = useState(false);
	const [page, setPage] = useState(1);
	const [state, setState] = useState<State>("loading");
	const [message, setMessage] = useState("");

	const load = useCallback(async () => {
		try {
			const { data: rows, total } = await dictionary(language, requested, decided, page);
			setState({ rows, total: total ?? rows.length });
		} catch (error) {
			console.error("loading dictionary failed", error);
			setState("failed");
		}
	}, [language, requested, decided, page]);
	useEffect(() => void load(), [load]);

	async function act(done: Promise<void>): Promise<void> {
		try {
			await done;
			setMessage(text(locale, "dictionaryDone"));
		} catch (error) {
			const status = error instanceof ProblemError ? error.problem.status : 0;
			const known = { 403: "dictionaryForbidden", 422: "dictionaryNoPair" } as const;
			setMessage(text(locale, known[status as keyof typeof known] ?? "dictionaryFailed"));
		}
		await load();
	}

	function find(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		setRequested(String(new FormData(event.currentTarget).get("q") ?? ""));
		setPage(1);
	}

	return (
		<section ref={section} aria-labelledby="dictionary" className={styles.dictionary}>
			<h2 id="dictionary">{text(locale, "dictionaryTitle")}</h2>
			<p>{text(locale, "dictionaryIntro")}</p>
			<form className={styles.find} onSubmit={find}>
				<label>
					{text(locale, "dictionaryLanguage")}
					<select
						value={language}
						onChange={({ target }) => {
							setLanguage(target.value as Locale);
							setPage(1);
						}}
					>
						<option value="zh-CN">{text(locale, "dictionaryFromZh")}</option>
						<option value="en-US">{text(locale, "dictionaryFromEn")}</option>
					</select>
				</label>
				<label>
					{text(locale, "dictionaryWord")}
					<input type="search" name="q" maxLength={64} autoComplete="off" defaultValue={word} />
				</label>
				<button type="submit">{text(locale, "dictionaryFind")}</button>
				<label className={styles.check}>
					<input
						type="checkbox"
						checked={decided}
						onChange={({ target }) => {
							setDecided(target.checked);
							setPage(1);
						}}
					/>
					{text(locale, "dictionaryDecided")}
				</label>
			</form>
			<p role="status" className={styles.told}>
				{message}
			</p>
			{state === "failed" && <p role="alert">{text(locale, "dictionaryUnread")}</p>}
			{typeof state === "object" && (
				<>
					<p>{text(locale, "dictionaryCount", { count: number(state.total) })}</p>
					<ul className={styles.words}>
						{state.rows.map((row) => (
							<DictionaryWord key={`${row.locale} ${row.term}`} row={row} act={act} />
						))}
					</ul>
					<Pages page={page} total={state.total} turn={setPage} />
				</>
			)}
			<NewPair language={language} word={word} add={(zh, en) => act(decide(zh, en, "accept" satisfies Decision))} />
		</section>
	);
}

function Pages({ page, total, turn }: { page: number; total: number; turn: (page: number) => void }) {
	const locale = useLocale();
	const last = Math.ceil(total / 20);
	if (last < 2) return null;
	return (
		<p className={styles.pages}>
			<button type="button" disabled={page <= 1} onClick={() => turn(page - 1)}>
				{text(locale, "dictionaryPrevious")}
			</button>
			<span>{`${number(page)} / ${number(last)}`}</span>
			<button type="button" disabled={page >= last} onClick={() => turn(page + 1)}>
				{text(locale, "dictionaryNext")}
			</button>
		</p>
	);
}

interface NewPairProps {
	/** Language of `word`. */
	language: Locale;
	word: string;
	add: (zh: string, en: string) => void;
}

/** Form to add a translation pair that was not extracted from pages. */
function NewPair({ language, word, add }: NewPairProps) {
	const locale = useLocale();
	function submit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		const form = event.currentTarget;
		const formData = new FormData(form);
		add(String(formData.get("zh") ?? ""), String(formData.get("en") ?? ""));
		form.reset();
	}
	return (
		<form className={styles.find} onSubmit={submit} aria-label={text(locale, "dictionaryNew")}>
			<label>
				{text(locale, "dictionaryZh")}
				<input
					name="zh"
					lang="zh-CN"
					required
					maxLength={64}
					autoComplete="off"
					defaultValue={language === "zh-CN" ? word : ""}
				/>
			</label>
			<label>
				{text(locale, "dictionaryEn")}
				<input
					name="en"
					lang="en-US"
					required
					maxLength={64}
					autoComplete="off"
					defaultValue={language === "en-US" ? word : ""}
				/>
			</label>
			<button type="submit">{text(locale, "dictionaryAdd")}</button>
		</form>
	);
}
