import { type FormEvent, useState } from "react";
import { list, setParent, written } from "@/admin/pages/api";
import { Dialog } from "@/admin/pages/editor/Dialog";
import { PageOptions } from "@/admin/pages/editor/PageOptions";
import { named, text } from "@/admin/pages/text";
import { failureOf, fieldErrors, useMutation } from "@/admin/useMutation";
import type { AdminPage, WrittenPage } from "@/shared/http/types";
import { withTrailingSpace } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

interface ParentDialogProps {
	page: WrittenPage;
	done: (message: string) => Promise<void>;
	close: () => void;
}

/** Maximum length of the search term, in UTF-16 code units. */
const longestTerm = 200;

/** Dialog to select the navigation parent of a page, for both languages. */
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
	const choose = (to: string | null, message: string) =>
		void send(async () => {
			// Uses the latest revision, because every save changes the revision and the parent does not depend on the
			// text.
			await setParent(id, to, (await written(id)).revision);
			await done(message);
			close();
		});
	const refused = fieldErrors(sending);
	const fieldError = refused.find(({ field }) => field === "parent");

	return (
		<Dialog title={text(locale, "parent")} close={close}>
			<p>
				{withTrailingSpace(text(locale, "parentNow"))}
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
					error={
						fieldError && (named(locale, `parentError.${fieldError.code}`) ?? text(locale, "parentError.unknown-page"))
					}
				>
					{(attributes) => (
						<input
							{...attributes}
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
			<PageOptions
				pages={found}
				segment={locale === "zh-CN" ? "zh" : "en"}
				choose={(other, title) => choose(other.id, text(locale, "parentSaved", { title }))}
			/>
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
