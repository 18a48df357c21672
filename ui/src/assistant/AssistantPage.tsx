import { useLoaderData } from "react-router-dom";
import styles from "@/assistant/AssistantPage.module.css";
import { answerOf, shared, starters } from "@/assistant/ask";
import { Conversation } from "@/assistant/Conversation";
import type { Exchange } from "@/assistant/history";
import { isTooLong, mostCharacters, questionOf } from "@/assistant/question";
import { text } from "@/assistant/text";
import { ProblemError } from "@/shared/http/api";
import { number } from "@/shared/i18n/format";
import { withTrailingSpace } from "@/shared/i18n/join";
import { type Locale, urlsInBothLanguages, useLocale, withLocale } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";
import { Link } from "@/shared/ui/Link";

/** Loads the shared answer with the id in `?share=`, the answer to the question in `?q=`, or else starter questions. */
export async function loader(args: LoadArgs) {
	const { locale, query } = addressAndLocaleOf(args);
	const { signal } = args.request;
	const question = questionOf(query.q ?? "");
	const meta = { title: text(locale, "title"), description: text(locale, "intro") };
	const path = withLocale("/assistant", locale);
	if (query.share) {
		return { head: { ...meta, hidden: true }, ...(await sharedExchange(query.share, signal)), starters: [] };
	}
	if (question !== "") {
		const reply = await answerOf(locale, question, undefined, signal);
		const isShortened = isTooLong(query.q ?? "");
		return { head: { ...meta, hidden: true }, first: { question, reply, at: 0 }, isShortened, starters: [] };
	}
	const { questions } = await starters(locale, signal);
	const head = { ...meta, canonical: path, alternates: urlsInBothLanguages("/assistant", locale) };
	return { head, first: undefined, starters: questions };
}

/** Loads a shared answer. `gone` is set if the answer does not exist or has expired. */
async function sharedExchange(id: string, signal?: AbortSignal): Promise<{ first: Exchange | undefined; gone?: true }> {
	try {
		const { question, reply, created_at } = await shared(id, signal);
		return { first: { question, reply, at: created_at, isShared: true } };
	} catch (error) {
		if (error instanceof ProblemError && error.problem.status === 404) return { first: undefined, gone: true };
		throw error;
	}
}

export function Component() {
	const locale = useLocale();
	const data = useLoaderData<typeof loader>();
	return (
		<div className={styles.page}>
			<h1>{text(locale, "title")}</h1>
			<p className={styles.intro}>{text(locale, "intro")}</p>
			{"gone" in data && <p role="status">{text(locale, "shareGone")}</p>}
			{"isShortened" in data && data.isShortened && (
				<p role="status">{text(locale, "shortened", { count: number(mostCharacters) })}</p>
			)}
			<Conversation key={keyOf(locale, data.first)} first={data.first} starters={data.starters} />
			<p className={styles.note}>
				{withTrailingSpace(text(locale, "quotes"))}
				<Link to={withLocale("/docs", locale)}>{text(locale, "browse")}</Link>
			</p>
		</div>
	);
}

/** React key of the conversation. A different initial answer or language starts a new conversation. */
function keyOf(locale: Locale, first: Exchange | undefined): string {
	return `${locale} ${first?.reply.id ?? ""}`;
}
