import type { FormEvent, ReactNode } from "react";
import { Form, useNavigate } from "react-router-dom";
import { Field } from "@/shared/ui/Field";
import styles from "@/shared/ui/Filter.module.css";

export interface Choice {
	name: string;
	label: string;
	chosen?: string | undefined;
	/** Options; the first one is the default. */
	options: [value: string, word: string][];
}

/** Search and filter form of a list. The filter is in the URL, so that it can be bookmarked and shared. */
export function Filter({ path, words, choices, submit, children }: Props) {
	const navigate = useNavigate();
	function send(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
		navigate(submit(Object.fromEntries(entries)));
	}
	return (
		<Form role="search" action={path} className={styles.filter} onSubmit={send}>
			<Field label={words.label}>
				{(attributes) => (
					<input {...attributes} name="q" type="search" defaultValue={words.query} maxLength={200} autoComplete="off" />
				)}
			</Field>
			{choices.map(({ name, label, chosen, options }) => (
				<Field key={name} label={label}>
					{(attributes) => (
						<select {...attributes} name={name} defaultValue={chosen ?? options[0]?.[0]}>
							{options.map(([value, word]) => (
								<option key={value} value={value}>
									{word}
								</option>
							))}
						</select>
					)}
				</Field>
			))}
			<button type="submit">{children}</button>
		</Form>
	);
}

interface Props {
	/** Path of the list, for browsers without JavaScript. */
	path: string;
	words: { label: string; query: string | undefined };
	choices: Choice[];
	/** Returns the URL of the list with the entered values. */
	submit: (query: Record<string, string>) => string;
	/** Label of the button. */
	children: ReactNode;
}
