import { type MouseEvent, type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import styles from "@/admin/site/Site.module.css";
import { siteText as text } from "@/admin/site/siteText";
import type { Conflict } from "@/admin/site/usePublishing";
import { useLocale } from "@/shared/i18n/locale";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

interface ConflictNoticeProps<Whole> {
	/** Id of the message that announces the conflict. */
	id: string;
	conflict: Conflict<Whole>;
	/** Whether the form still contains some of the entered changes. */
	isWritten: boolean;
	nameOf: (field: keyof Whole) => string;
	show: (whole: Whole, field: keyof Whole) => ReactNode;
}

/**
 * Changes that another user has published: fields that the form has adopted, and a choice for each field that both
 * users have changed.
 */
export function ConflictNotice<Whole>({ id, conflict, isWritten, nameOf, show }: ConflictNoticeProps<Whole>) {
	const locale = useLocale();
	const list = useRef<HTMLUListElement>(null);
	const { adopted, conflicts, now, mine, take, insist } = conflict;
	/** Runs the choice, which removes the pressed button, and focuses the next choice or the submit button. */
	function decide({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>, choose: () => void) {
		flushSync(choose);
		(list.current?.querySelector("button") ?? form?.querySelector<HTMLElement>("[type=submit]"))?.focus();
	}
	return (
		<div role="alert" className={panelStyles.warning}>
			<p>{text(locale, "stale")}</p>
			{conflicts.length > 0 && <p id={id}>{text(locale, "staleChoose")}</p>}
			{conflicts.length + adopted.length > 0 && (
				<ul ref={list} className={styles.overtaken}>
					{conflicts.map((field) => (
						<li key={String(field)}>
							<p className={listStyles.name}>{nameOf(field)}</p>
							<dl className={styles.sides}>
								<div>
									<dt>{text(locale, "staleTheirs")}</dt>
									<dd>{show(now, field)}</dd>
								</div>
								<div>
									<dt>{text(locale, "staleMine")}</dt>
									<dd>{show(mine, field)}</dd>
								</div>
							</dl>
							<p className={listStyles.actions}>
								<button
									type="button"
									aria-label={text(locale, "staleTakeName", { field: nameOf(field) })}
									onClick={(event) => decide(event, () => take(field))}
								>
									{text(locale, "staleTake")}
								</button>
								<button
									type="button"
									aria-label={text(locale, "staleKeepName", { field: nameOf(field) })}
									onClick={(event) => decide(event, () => insist(field))}
								>
									{text(locale, "staleKeep")}
								</button>
							</p>
						</li>
					))}
					{adopted.map((field) => (
						<li key={String(field)}>
							<p>{text(locale, "staleTaken", { field: nameOf(field) })}</p>
							{show(now, field)}
						</li>
					))}
				</ul>
			)}
			{isWritten && conflicts.length === 0 && <p>{text(locale, "staleAgain")}</p>}
		</div>
	);
}
