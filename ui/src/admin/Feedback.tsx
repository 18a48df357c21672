import { useState } from "react";
import { feedback } from "@/admin/api";
import { ExactTime } from "@/admin/ExactTime";
import styles from "@/admin/Feedback.module.css";
import { text } from "@/admin/text";
import { type List, ProblemError } from "@/shared/http/api";
import type { ListedFeedback } from "@/shared/http/types";
import { problemText } from "@/shared/i18n/common";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

/** Feedback of readers on pages, newest first. */
export function Feedback({ first }: { first: List<ListedFeedback> }) {
	const locale = useLocale();
	const [older, setOlder] = useState<ListedFeedback[]>([]);
	const [pages, setPages] = useState(1);
	const [failed, setFailed] = useState("");
	const entries = [...first.data, ...older];
	const total = first.total ?? entries.length;
	const more = async () => {
		setFailed("");
		try {
			const { data } = await feedback(pages + 1);
			setOlder((before) => [...before, ...data]);
			setPages(pages + 1);
		} catch (error) {
			setFailed(problemText(locale, error instanceof ProblemError ? error.problem : { code: "unavailable" }));
		}
	};
	return (
		<section aria-labelledby="feedback" className={styles.feedback}>
			<h2 id="feedback">{text(locale, "feedbackTitle")}</h2>
			<p>{total === 0 ? text(locale, "feedbackNone") : text(locale, "feedbackCount", { count: number(total) })}</p>
			{total > 0 && (
				<ul className={styles.list}>
					{entries.map(({ url, title, locale: language, answer, comment, at }, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: feedback has no id, and the list only grows.
						<li key={index}>
							<p>
								<Link to={url} lang={language}>
									{title}
								</Link>{" "}
								<span data-answer={answer}>{text(locale, answer === "yes" ? "feedbackYes" : "feedbackNo")}</span>{" "}
								<ExactTime at={at} />
							</p>
							{comment && <blockquote>{comment}</blockquote>}
						</li>
					))}
				</ul>
			)}
			{entries.length < total && (
				<button type="button" onClick={() => void more()}>
					{text(locale, "feedbackMore")}
				</button>
			)}
			<p role="alert">{failed}</p>
		</section>
	);
}
