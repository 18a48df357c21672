import { type FormEvent, useState } from "react";
import { list, written } from "@/admin/pages/api";
import { fileBeside, relative } from "@/admin/pages/editor/address";
import { afterClosing, Dialog } from "@/admin/pages/editor/Dialog";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { link } from "@/admin/pages/editor/insert";
import { PageOptions, textOf } from "@/admin/pages/editor/PageOptions";
import { otherOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { AdminPage, WrittenPage } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

interface LinkPickerProps {
	documentSession: DocumentSession;
	/** Path of the edited file. */
	file: string;
	close: () => void;
}

/** Maximum lengths of a search query and of a URL, in UTF-16 code units. */
const longestWords = 200;
const longestAddress = 2000;

/** Dialog that inserts a link to a page found by title, or to an entered URL. */
export function LinkPicker({ documentSession, file, close }: LinkPickerProps) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [words, setWords] = useState("");
	const [found, setFound] = useState<AdminPage[]>();
	const isAddress = /^(https?:|mailto:|\/|\.|#)/.test(words.trim());

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (isAddress) write(words.trim(), words.trim());
		else {
			const q = words.trim().slice(0, longestWords) || undefined;
			void send(async () => setFound((await list({ q, sort: "title" }, 1)).data));
		}
	}
	function write(to: string, title: string) {
		afterClosing(close, () => documentSession.textEditor()?.edit(link(to, title)));
	}
	function fileOf(page: WrittenPage): string | undefined {
		const other = page[otherOf(documentSession.segment)];
		return page[documentSession.segment]?.file ?? (other ? fileBeside(file, other) : undefined);
	}
	const choose = (page: AdminPage, title: string) =>
		void send(async () => {
			const version = textOf(page, documentSession.segment);
			if (!version) return;
			// Links between files of the documentation are relative paths; front page blocks and news entries are
			// linked by URL.
			const to = page.area === "docs" ? fileOf(await written(page.id)) : undefined;
			write(to === undefined ? version.url : relative(file, to), title);
		});

	return (
		<Dialog title={text(locale, "link")} close={close}>
			<form className={formStyles.row} onSubmit={submit}>
				<Field label={text(locale, "linkFind")} hint={text(locale, "linkHint")}>
					{(attributes) => (
						<input
							{...attributes}
							type="search"
							value={words}
							maxLength={longestAddress}
							autoComplete="off"
							onChange={({ target }) => setWords(target.value)}
						/>
					)}
				</Field>
				<button type="submit">{text(locale, isAddress ? "linkTake" : "linkSearch")}</button>
			</form>
			<PageOptions pages={found} segment={documentSession.segment} choose={choose} />
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</Dialog>
	);
}
