import { type FormEvent, useState } from "react";
import { move, written } from "@/admin/pages/api";
import { Dialog } from "@/admin/pages/editor/Dialog";
import { pathErrorText, pathOf } from "@/admin/pages/pathError";
import { text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

interface MoveDialogProps {
	id: string;
	path: string;
	done: (message: string) => Promise<void>;
	close: () => void;
}

/** Changes the path of both languages. The old URLs redirect to the new ones. */
export function MoveDialog({ id, path, done, close }: MoveDialogProps) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [to, setTo] = useState(path);
	const [isSame, setSame] = useState(false);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const target = pathOf(to);
		setSame(target === path);
		if (target === path) return;
		void send(async () => {
			// Uses the latest revision, because every save changes the revision and the move does not depend on the
			// text.
			await move(id, target, (await written(id)).revision);
			await done(text(locale, "moved"));
			close();
		});
	}
	return (
		<Dialog title={text(locale, "move")} close={close}>
			<form className={formStyles.form} onSubmit={submit}>
				<Field
					label={text(locale, "newPath")}
					hint={text(locale, "moveHint")}
					error={isSame ? text(locale, "path.same") : pathErrorText(locale, sending)}
				>
					{(attributes) => (
						<input
							{...attributes}
							required
							maxLength={300}
							autoComplete="off"
							spellCheck={false}
							value={to}
							onChange={({ target }) => setTo(target.value)}
						/>
					)}
				</Field>
				<p role="alert" className={formStyles.error}>
					{failureOf(locale, sending, ["path"])}
				</p>
				<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
					{text(locale, "moveSubmit")}
				</button>
			</form>
		</Dialog>
	);
}
