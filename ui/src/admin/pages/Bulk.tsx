import { useId, useState } from "react";
import { useLocation, useRevalidator } from "react-router-dom";
import { type BulkAction, type Failure, inBulk, type Trashed, trashedOf } from "@/admin/pages/bulk";
import type { Filter } from "@/admin/pages/filter";
import { mayChoose, mayEditWhole } from "@/admin/pages/limits";
import styles from "@/admin/pages/PageList.module.css";
import { titleOf } from "@/admin/pages/PageRow";
import { named, text } from "@/admin/pages/text";
import { may } from "@/admin/roles";
import { usersText } from "@/admin/usersText";
import type { AdminPage, User } from "@/shared/http/types";
import { problemText } from "@/shared/i18n/common";
import { number } from "@/shared/i18n/format";
import { joinSentences } from "@/shared/i18n/join";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { loginText } from "@/shared/login/text";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

interface BulkProps {
	rows: AdminPage[];
	chosen: string[];
	choose: (ids: string[]) => void;
	filter: Filter;
	user: User;
}

type State =
	| { state: "ready" }
	| { state: "working"; done: number; all: number }
	| { state: "done"; action: BulkAction; done: string[]; failures: Failure[]; titles: Map<string, string> };

const actions = ["publish", "unpublish"] as const;

/**
 * Buttons for bulk actions on the selected pages. Pages are changed one after the other, and each can fail separately.
 */
export function BulkActions({ rows, chosen, choose, filter, user }: BulkProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const trashed = trashedOf(useLocation().state);
	const [state, setState] = useState<State>(trashed ? inTrash(trashed) : { state: "ready" });
	const list = useId();
	if (!may(user, "pages-edit")) return null;
	const mayTrash = rows.every((row) => !chosen.includes(row.id) || mayEditWhole(user, row));
	const all = rows.filter((row) => mayChoose(user, row, filter.locale)).map(({ id }) => id);
	const isBusy = state.state === "working";

	// `titles` contains the titles from before the action, because afterwards the list omits pages that were moved to
	// the trash.
	async function perform(
		action: BulkAction,
		ids = chosen,
		titles = new Map(rows.map((row) => [row.id, titleOf(row)])),
	) {
		if (isBusy || ids.length === 0) return;
		const step = (done: number) => setState({ state: "working", done, all: ids.length });
		const failures = await inBulk(action, ids, filter.locale, step);
		const done = ids.filter((id) => failures.every((failure) => failure.id !== id));
		setState({ state: "done", action, done, failures, titles });
		choose(failures.map(({ id }) => id));
		await revalidate();
	}

	return (
		<div className={styles.bulk}>
			<div className={listStyles.actions}>
				{all.length > 0 && (
					<label className={styles.chooseAll}>
						<input
							type="checkbox"
							checked={chosen.length === all.length}
							onChange={({ target }) => choose(target.checked ? all : [])}
						/>
						{chosen.length === 0 ? text(locale, "chooseAll") : text(locale, "chosen", { count: number(chosen.length) })}
					</label>
				)}
				{chosen.length > 0 && (
					<>
						{actions.map((action) => (
							<ConfirmButton
								key={action}
								label={text(locale, `bulk.${action}`)}
								name={text(locale, `bulk.${action}`)}
								question={text(locale, `bulkSure.${action}`, { count: number(chosen.length) })}
								act={() => void perform(action)}
							/>
						))}
						{mayTrash && (
							<ConfirmButton
								label={text(locale, "bulk.trash")}
								name={text(locale, "bulk.trash")}
								question={text(locale, "bulkTrashSure", { count: number(chosen.length) })}
								act={() => void perform("trash")}
							/>
						)}
					</>
				)}
			</div>
			<p role="status">
				{state.state === "working" &&
					text(locale, "bulkBusy", { done: number(state.done + 1), all: number(state.all) })}
				{state.state === "done" &&
					state.done.length > 0 &&
					text(locale, `bulkDone.${state.action}`, { count: number(state.done.length) })}
			</p>
			{state.state === "done" && state.action === "trash" && state.done.length > 0 && (
				<button type="button" onClick={() => void perform("restorePage", state.done, state.titles)}>
					{text(locale, "bulkUndo")}
				</button>
			)}
			{state.state === "done" && state.failures.length > 0 && (
				<div role="alert" aria-labelledby={list} className={formStyles.error}>
					<p id={list}>
						{text(locale, state.action === "restorePage" ? "bulkFailed.restorePage" : "bulkFailed", {
							count: number(state.failures.length),
						})}
					</p>
					<ul>
						{state.failures.map((failure) => (
							<li key={failure.id}>
								{text(locale, "bulkWhy", {
									title: state.titles.get(failure.id) ?? failure.id,
									why: whyOf(locale, failure, state.action),
								})}
							</li>
						))}
					</ul>
				</div>
			)}
		</div>
	);
}

function inTrash({ id, title }: Trashed["trashed"]): State {
	return { state: "done", action: "trash", done: [id], failures: [], titles: new Map([[id, title]]) };
}

function whyOf(locale: Locale, { why }: Failure, action: BulkAction): string {
	if (why === "nothing") return text(locale, action === "publish" ? "nothingToPublish" : "nothingToUnpublish");
	// Uses a message of its own, because the shared message for 403 is about opening a page.
	if (why?.problem.status === 403) return usersText(locale, "failed.403");
	if (!why) return loginText(locale, "offline");
	const reasons = new Set(why.problem.errors.map(({ code }) => code));
	const messages = [...reasons].map((code) => {
		const count = number(why.problem.errors.filter((error) => error.code === code).length);
		return named(locale, `bulkWhy.${code}`, { count });
	});
	const known = messages.filter((message) => message !== undefined);
	return known.length > 0 ? joinSentences(locale, known) : problemText(locale, why.problem);
}
