import type { Saving } from "@/admin/pages/editor/autosave";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import styles from "@/admin/pages/editor/Pane.module.css";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { text } from "@/admin/pages/text";
import { peopleText } from "@/admin/peopleText";
import type { Problem } from "@/shared/http/api";
import { problemText } from "@/shared/i18n/common";
import { joinSentences } from "@/shared/i18n/join";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { askAgain } from "@/shared/login/session";

/** Whether the text is stored locally, is being sent, or is saved on the server, with actions if saving has failed. */
export function SaveState({ documentSession }: { documentSession: DocumentSession }) {
	const locale = useLocale();
	const { saving } = useDocumentSession(documentSession);
	const { state } = saving;
	const isTrouble = state !== "saved" && state !== "typed" && state !== "saving";
	const why = state === "waiting" || state === "refused" ? saving.why : undefined;
	const keeping = documentSession.saver.keeping();
	return (
		<>
			<span role="status" className={styles.saving} data-state={state}>
				{text(locale, `saving.${state}`)}
			</span>
			<p role="alert" className={styles.trouble}>
				{joinSentences(locale, [
					...(why ? [whyText(locale, why.problem)] : []),
					...(keeping === "nowhere" ? [text(locale, "keptNowhere")] : []),
				])}
			</p>
			{isTrouble && state !== "conflict" && (
				<p className={styles.trouble}>
					{keeping !== "nowhere" && (
						<span data-keeping={keeping}>{text(locale, keptOf(saving), { name: documentSession.by.name })}</span>
					)}{" "}
					{state === "loggedOut" || state === "another" ? (
						<button type="button" onClick={askAgain}>
							{text(locale, "saveLogin")}
						</button>
					) : (
						<button type="button" onClick={() => void documentSession.saver.flush()}>
							{text(locale, "saveAgain")}
						</button>
					)}
				</p>
			)}
		</>
	);
}

/** The shared messages for these statuses are about opening a page, not about saving it. */
function whyText(locale: Locale, problem: Problem): string {
	if (problem.status === 404) return text(locale, "saveLost");
	return problem.status === 403 ? peopleText(locale, "failed.403") : problemText(locale, problem);
}

/** Whether the text to be saved no longer exists: it is in the trash, or deleted. */
export function isLost(saving: Saving): boolean {
	return saving.state === "refused" && saving.why.problem.status === 404;
}

/** Message key for a text that is stored only locally: states what is required to save it on the server. */
function keptOf(saving: Saving): "keptHere" | "keptLogin" | "keptAnother" | "keptRefused" | "keptLost" {
	const { state } = saving;
	if (state === "loggedOut") return "keptLogin";
	if (state === "another") return "keptAnother";
	if (state !== "refused") return "keptHere";
	// The server would reject every other text too.
	return isLost(saving) || saving.why.problem.status === 403 ? "keptLost" : "keptRefused";
}
