import { fieldErrorText, type Sending } from "@/admin/useMutation";
import { usersText as text } from "@/admin/usersText";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";

interface NoteFieldProps {
	hint: string;
	sending: Sending;
	note: string;
	change: (note: string) => void;
}

/** One-line note that administrators add to an invitation or a webhook. */
export function NoteField({ hint, sending, note, change }: NoteFieldProps) {
	const locale = useLocale();
	return (
		<Field label={text(locale, "note")} hint={hint} error={fieldErrorText(locale, sending, "note")}>
			{(attributes) => (
				<input
					{...attributes}
					maxLength={200}
					autoComplete="off"
					value={note}
					onChange={({ target }) => change(target.value)}
				/>
			)}
		</Field>
	);
}
