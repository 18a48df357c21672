import type { Saving } from "@/admin/pages/editor/autosave";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import styles from "@/admin/pages/editor/Pane.module.css";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { text } from "@/admin/pages/text";
import { usersText } from "@/admin/usersText";
import type { Problem } from "@/shared/http/api";
import { problemText } from "@/shared/i18n/common";
import { joinSentences } from "@/shared/i18n/join";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { askAgain } from "@/shared/login/session";

/** Shows whether the text is stored locally, being sent, or saved on the server, with actions if saving has failed. */
export function SaveState({ documentSession }: { documentSession: DocumentSession }) {
	const locale = useLocale();
	const { saving } = useDocumentSession(documentSession);
	const { state } = saving;
	const isProblem = state !== "saved" && state !== "typed" && state !== "saving";
	const why = state === "waiting" || state === "refused" ? saving.why : undefined;
	const localCopy = documentSession.saver.localCopyState();
	return (
		<>
			<span role="status" className={styles.saving} data-state={state}>
				{text(locale, `saving.${state}`)}
			</span>
			<p role="alert" className={styles.trouble}>
				{joinSentences(locale, [
					...(why ? [whyText(locale, why.problem)] : []),
					...(localCopy === "failed" ? [text(locale, "keptNowhere")] : []),
				])}
			</p>
			{isProblem && state !== "conflict" && (
				<p className={styles.trouble}>
					{localCopy !== "failed" && (
						<span data-local-copy={localCopy}>
							{text(locale, localCopyMessageKey(saving), { name: documentSession.by.name })}
						</span>
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

/** Returns the reason for a failed save. Has own messages for 404 and 403: the shared ones are about opening a page. */
function whyText(locale: Locale, problem: Problem): string {
	if (problem.status === 404) return text(locale, "saveLost");
	return problem.status === 403 ? usersText(locale, "failed.403") : problemText(locale, problem);
}

/** Whether the text was moved to the trash or deleted, so that it cannot be saved. */
export function isLost(saving: Saving): boolean {
	return saving.state === "refused" && saving.why.problem.status === 404;
}

/** Key of the message for a text that is stored only locally. The message states how the text can be saved. */
function localCopyMessageKey(saving: Saving): "keptHere" | "keptLogin" | "keptAnother" | "keptRefused" | "keptLost" {
	const { state } = saving;
	if (state === "loggedOut") return "keptLogin";
	if (state === "another") return "keptAnother";
	if (state !== "refused") return "keptHere";
	// After a 404 or 403 response, the server would reject every other text, too.
	return isLost(saving) || saving.why.problem.status === 403 ? "keptLost" : "keptRefused";
}
