import { type FormEvent, useCallback, useEffect, useState } from "react";
import { files } from "@/admin/media/api";
import gallery from "@/admin/media/Media.module.css";
import { mediaText as text, whyText } from "@/admin/media/mediaText";
import { Thumbnail } from "@/admin/media/Thumbnail";
import { UploadButton } from "@/admin/media/UploadButton";
import { afterClosing, Dialog } from "@/admin/pages/editor/Dialog";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { localeOf } from "@/admin/pages/language";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { MediaFile } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

/** Dialog that inserts an image of the media library, with its alt text in the language of the text. */
export function ImagePicker({ documentSession, close }: { documentSession: DocumentSession; close: () => void }) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [q, setQ] = useState("");
	const [found, setFound] = useState<MediaFile[]>();
	const language = localeOf(documentSession.segment);

	const search = useCallback(async (q: string) => {
		setFound((await files({ q: q || undefined, class: "image" }, 1)).data);
	}, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on opening; `send` is new in every render.
	useEffect(() => void send(() => search("")), [search]);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		void send(() => search(q.trim()));
	}
	function choose(file: MediaFile) {
		afterClosing(close, () => documentSession.insertImage(file));
	}
	return (
		<Dialog title={text(locale, "pick")} close={close}>
			<form className={formStyles.row} onSubmit={submit}>
				<Field label={text(locale, "pickFind")}>
					{(attributes) => (
						<input
							{...attributes}
							type="search"
							value={q}
							maxLength={200}
							autoComplete="off"
							onChange={({ target }) => setQ(target.value)}
						/>
					)}
				</Field>
				<button type="submit">{text(locale, "pickFindSubmit")}</button>
			</form>
			<p className={listStyles.actions}>
				<UploadButton
					label={text(locale, "pickUpload")}
					accept="image/*"
					chosen={(chosen) => {
						close();
						documentSession.insertFiles(chosen);
					}}
				/>
			</p>
			<p role="status">{found?.length === 0 && text(locale, "pickNone")}</p>
			{found && found.length > 0 && (
				<ul className={gallery.grid} aria-label={text(locale, "pickFound")}>
					{found.map((file) => (
						<li key={file.path}>
							<button
								type="button"
								className={gallery.choose}
								aria-label={text(locale, "pickName", { path: file.path })}
								onClick={() => choose(file)}
							>
								<Thumbnail file={file} />
								<span>
									{file.path}
									<small lang={file.alt_text[language] ? language : undefined}>
										{file.alt_text[language] ||
											text(locale, file.alt_text.decorative ? "decorativeMark" : "undescribed")}
									</small>
								</span>
							</button>
						</li>
					))}
				</ul>
			)}
			<p role="alert" className={formStyles.error}>
				{sending.state === "refused" ? whyText(locale, sending.error) : failureOf(locale, sending)}
			</p>
		</Dialog>
	);
}
