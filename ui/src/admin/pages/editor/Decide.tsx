import { useEffect } from "react";
import type { Desk } from "@/admin/pages/editor/desk";
import { Lines, type ShownLine } from "@/admin/pages/editor/Lines";
import { difference, merge } from "@/admin/pages/editor/merge";
import { useDesk } from "@/admin/pages/editor/useDesk";
import { localeOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

/** Conflict in the same lines: shows both versions, so that nothing is overwritten unseen. */
export function Decide({ desk }: { desk: Desk }) {
	const locale = useLocale();
	const { saving } = useDesk(desk);
	const isAsking = saving.state === "conflict";
	useEffect(() => {
		if (isAsking) desk.surface()?.stay();
	}, [isAsking, desk]);
	if (saving.state !== "conflict") return null;
	const { base, theirs } = saving;
	const withLinesOf = (whose: "theirs" | "ours") => merge(base, desk.saver.text(), theirs, whose).text;
	return (
		<div className={panelStyles.warning}>
			{/* The lines change with every key. */}
			<p role="alert">{text(locale, "conflict")}</p>
			<Lines
				lines={linesBetween(withLinesOf("theirs"), withLinesOf("ours"))}
				lang={localeOf(desk.segment)}
				label={text(locale, "conflictLines")}
			/>
			<p className={listStyles.actions}>
				<button type="button" onClick={() => desk.saver.decide("both")}>
					{text(locale, "conflictBoth")}
				</button>
				<button type="button" onClick={() => desk.saver.decide("ours")}>
					{text(locale, "conflictOurs")}
				</button>
				<button type="button" onClick={() => desk.saver.decide("theirs")}>
					{text(locale, "conflictTheirs")}
				</button>
			</p>
		</div>
	);
}

export function linesBetween(before: string, after: string): ShownLine[] {
	return difference(before, after).map(({ kind, text, skipped }) => ({
		kind,
		skipped,
		pieces: [[kind === "skipped" ? "same" : kind, text]],
	}));
}
