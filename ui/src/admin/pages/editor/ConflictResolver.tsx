import { useEffect } from "react";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { Lines } from "@/admin/pages/editor/Lines";
import { linesBetween } from "@/admin/pages/editor/linesBetween";
import { merge } from "@/admin/pages/editor/merge";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { localeOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

/**
 * Lets the user choose whose lines to keep if two users have changed the same lines. Displays the lines of both users,
 * so that no text is overwritten unseen.
 */
export function ConflictResolver({ documentSession }: { documentSession: DocumentSession }) {
	const locale = useLocale();
	const { saving } = useDocumentSession(documentSession);
	const isAsking = saving.state === "conflict";
	useEffect(() => {
		if (isAsking) documentSession.textEditor()?.stay();
	}, [isAsking, documentSession]);
	if (saving.state !== "conflict") return null;
	const { base, theirs } = saving;
	const withLinesOf = (side: "theirs" | "ours") => merge(base, documentSession.saver.text(), theirs, side).text;
	return (
		<div className={panelStyles.warning}>
			{/* The lines are not part of the alert, because screen readers would announce them after every key press. */}
			<p role="alert">{text(locale, "conflict")}</p>
			<Lines
				lines={linesBetween(withLinesOf("theirs"), withLinesOf("ours"))}
				lang={localeOf(documentSession.segment)}
				label={text(locale, "conflictLines")}
			/>
			<p className={listStyles.actions}>
				<button type="button" onClick={() => documentSession.saver.decide("both")}>
					{text(locale, "conflictBoth")}
				</button>
				<button type="button" onClick={() => documentSession.saver.decide("ours")}>
					{text(locale, "conflictOurs")}
				</button>
				<button type="button" onClick={() => documentSession.saver.decide("theirs")}>
					{text(locale, "conflictTheirs")}
				</button>
			</p>
		</div>
	);
}
