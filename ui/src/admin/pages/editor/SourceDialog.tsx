import { type FormEvent, useState } from "react";
import { setSource, written } from "@/admin/pages/api";
import { Dialog } from "@/admin/pages/editor/Dialog";
import { localeOf, type Segment, segments } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import { languageName, useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

interface SourceDialogProps {
	id: string;
	source: Segment;
	done: (told: string) => Promise<void>;
	close: () => void;
}

/** Which language is the original: translators write the other one. */
export function SourceDialog({ id, source, done, close }: SourceDialogProps) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [to, setTo] = useState(source);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		void send(async () => {
			await setSource(id, to, (await written(id)).revision);
			await done(text(locale, "originalChanged", { language: languageName(localeOf(to), locale) }));
			close();
		});
	}
	return (
		<Dialog title={text(locale, "original")} close={close}>
			<form className={formStyles.form} onSubmit={submit}>
				<Field label={text(locale, "original")} hint={text(locale, "originalHint")}>
					{(told) => (
						<select {...told} value={to} onChange={({ target }) => setTo(target.value as Segment)}>
							{segments.map((segment) => (
								<option key={segment} value={segment}>
									{languageName(localeOf(segment), locale)}
								</option>
							))}
						</select>
					)}
				</Field>
				<p role="alert" className={formStyles.error}>
					{failureOf(locale, sending, [])}
				</p>
				<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
					{text(locale, "originalSubmit")}
				</button>
			</form>
		</Dialog>
	);
}
