import { type ReactNode, useId } from "react";
import fieldStyles from "@/shared/ui/Field.module.css";
import formStyles from "@/shared/ui/form.module.css";
import { useErrorRef } from "@/shared/useErrorRef";

interface Attributes {
	id: string;
	"aria-describedby": string;
	"aria-invalid": boolean;
}

interface FieldProps {
	label: string;
	hint?: string | undefined;
	/** Message for an invalid value. */
	error?: string | undefined;
	children: (attributes: Attributes) => ReactNode;
}

/** A form field with its label, a hint, and an error message. */
export function Field({ label, hint, error, children }: FieldProps) {
	const id = useId();
	const errorRef = useErrorRef(error);
	const attributes = { id, "aria-describedby": `${id}-hint ${id}-error`, "aria-invalid": error !== undefined };
	return (
		<div className={fieldStyles.field}>
			<label htmlFor={id}>{label}</label>
			{children(attributes)}
			<small id={`${id}-hint`}>{hint}</small>
			<p ref={errorRef} id={`${id}-error`} role="alert" className={formStyles.error}>
				{error}
			</p>
		</div>
	);
}

interface ChoicesProps {
	label: string;
	hint?: string;
	error?: string | undefined;
	all: readonly string[];
	chosen: string[];
	nameOf: (choice: string) => string;
	choose: (chosen: string[]) => void;
}

/** A group of check boxes. */
export function Choices({ label, hint, error, all, chosen, nameOf, choose }: ChoicesProps) {
	const id = useId();
	const errorRef = useErrorRef(error);
	return (
		<fieldset className={fieldStyles.choices} aria-describedby={`${id}-hint ${id}-error`}>
			<legend>{label}</legend>
			{all.map((choice) => (
				<label key={choice}>
					<input
						type="checkbox"
						aria-invalid={error !== undefined}
						checked={chosen.includes(choice)}
						onChange={({ target }) =>
							// Keeps the order of `all` instead of the order of clicks.
							choose(all.filter((other) => (other === choice ? target.checked : chosen.includes(other))))
						}
					/>
					{nameOf(choice)}
				</label>
			))}
			<small id={`${id}-hint`}>{hint}</small>
			<p ref={errorRef} id={`${id}-error`} role="alert" className={formStyles.error}>
				{error}
			</p>
		</fieldset>
	);
}
