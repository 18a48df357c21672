import { type FormEvent, useState } from "react";
import { Dialog } from "@/admin/pages/editor/Dialog";
import { text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

interface ChoiceDialogProps<T extends string> {
	title: string;
	label: string;
	hint: string;
	/** Initially selected value. */
	initial: T;
	/** Values with their names. */
	choices: readonly (readonly [value: T, name: string])[];
	/** Saves the selected value. The dialog closes if this succeeds. */
	save: (value: T) => Promise<void>;
	close: () => void;
}

/** Dialog in which the user selects the value of one page setting from a list. */
export function ChoiceDialog<T extends string>(props: ChoiceDialogProps<T>) {
	const { title, label, hint, initial, choices, save, close } = props;
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [chosen, setChosen] = useState<T>(initial);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		void send(async () => {
			await save(chosen);
			close();
		});
	}
	return (
		<Dialog title={title} close={close}>
			<form className={formStyles.form} onSubmit={submit}>
				<Field label={label} hint={hint}>
					{(described) => (
						<select {...described} value={chosen} onChange={({ target }) => setChosen(target.value as T)}>
							{choices.map(([value, name]) => (
								<option key={value} value={value}>
									{name}
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
