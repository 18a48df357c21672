import { type FormEvent, useState } from "react";
import { list, setParent, written } from "@/admin/pages/api";
import { Dialog } from "@/admin/pages/editor/Dialog";
import styles from "@/admin/pages/editor/Dialog.module.css";
import { isRead, standing } from "@/admin/pages/standing";
import { named, text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { AdminPage, WrittenPage } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

interface ParentDialogProps {
	page: WrittenPage;
	done: (told: string) => Promise<void>;
	close: () => void;
}

/** Maximum length of the search term, above that of titles. */
const longestTerm = 200;

/** Chooses the page that the navigation lists this page below, in both languages. */
export function ParentDialog({ page: { id, parent }, done, close }: ParentDialogProps) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [term, setTerm] = useState("");
	const [found, setFound] = useState<AdminPage[]>();

	function search(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		void send(async () => {
			const q = term.trim() || undefined;
			const { data } = await list({ area: "docs", q, sort: "title" }, 1);
			setFound(data.filter((other) => other.id !== id));
		});
	}
	const choose = (to: string | null, told: string) =>
		void send(async () => {
			// Loads the current revision, because every save changes it and the parent does not depend on the text.
			await setParent(id, to, (await written(id)).revision);
			await done(told);
			close();
		});
	const refused = sending.state === "refused" ? sending.refusal.problem.errors : [];
	const fault = refused.find(({ field }) => field === "parent");

	return (
		<Dialog title={text(locale, "parent")} close={close}>
			<p>
				{text(locale, "parentNow")}{" "}
				{parent ? (
					<>
						<b lang={parent.locale}>{parent.title || parent.path}</b> <small>{parent.path}</small>
					</>
				) : (
					text(locale, "parentNone")
				)}
			</p>
			<form className={formStyles.row} onSubmit={search}>
				<Field
					label={text(locale, "parentFind")}
					hint={text(locale, "parentHint")}
					fault={fault && (named(locale, `parentFault.${fault.code}`) ?? text(locale, "parentFault.unknown-page"))}
				>
					{(told) => (
						<input
							{...told}
							type="search"
							value={term}
							maxLength={longestTerm}
							autoComplete="off"
							onChange={({ target }) => setTerm(target.value)}
						/>
					)}
				</Field>
				<button type="submit">{text(locale, "linkSearch")}</button>
			</form>
			<p role="status">{found?.length === 0 && text(locale, "emptySuch")}</p>
			{found && found.length > 0 && (
				<ul className={styles.options} aria-label={text(locale, "linkFound")}>
					{found.map((other) => {
						const there = other.zh && locale === "zh-CN" ? other.zh : (other.en ?? other.zh);
						const title = there?.title || other.key;
						return (
							<li key={other.id}>
								<button type="button" onClick={() => choose(other.id, text(locale, "parentSaved", { title }))}>
									<b lang={there?.locale}>{title}</b>
									<small>
										{there?.path || "/"}
										{there && !isRead(there) && ` · ${standing(locale, there)}`}
									</small>
								</button>
							</li>
						);
					})}
				</ul>
			)}
			{parent && (
				<p className={listStyles.actions}>
					<button type="button" onClick={() => choose(null, text(locale, "parentRemoved"))}>
						{text(locale, "parentRemove")}
					</button>
				</p>
			)}
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending, ["parent"])}
			</p>
		</Dialog>
	);
}
