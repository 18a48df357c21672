import { type ReactNode, useId } from "react";
import fieldStyles from "@/shared/ui/Field.module.css";
import formStyles from "@/shared/ui/form.module.css";
import { useFault } from "@/shared/useFault";

interface Attributes {
	id: string;
	"aria-describedby": string;
	"aria-invalid": boolean;
}

interface FieldProps {
	label: string;
	hint?: string | undefined;
	/** Message for an invalid value. */
	fault?: string | undefined;
	children: (attributes: Attributes) => ReactNode;
}

/** A form field with its label, a hint, and an error message. */
export function Field({ label, hint, fault, children }: FieldProps) {
	const id = useId();
	const errorRef = useFault(fault);
	const attributes = { id, "aria-describedby": `${id}-hint ${id}-fault`, "aria-invalid": fault !== undefined };
	return (
		<div className={fieldStyles.field}>
			<label htmlFor={id}>{label}</label>
			{children(attributes)}
			<small id={`${id}-hint`}>{hint}</small>
			<p ref={errorRef} id={`${id}-fault`} role="alert" className={formStyles.error}>
				{fault}
			</p>
		</div>
	);
}

interface ChoicesProps {
	label: string;
	hint?: string;
	fault?: string | undefined;
	all: readonly string[];
	chosen: string[];
	nameOf: (choice: string) => string;
	choose: (chosen: string[]) => void;
}

/** A group of check boxes. */
export function Choices({ label, hint, fault, all, chosen, nameOf, choose }: ChoicesProps) {
	const id = useId();
	const errorRef = useFault(fault);
	return (
		<fieldset className={fieldStyles.choices} aria-describedby={`${id}-hint ${id}-fault`}>
			<legend>{label}</legend>
			{all.map((choice) => (
				<label key={choice}>
					<input
						type="checkbox"
						aria-invalid={fault !== undefined}
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
			<p ref={errorRef} id={`${id}-fault`} role="alert" className={formStyles.error}>
				{fault}
			</p>
		</fieldset>
	);
}
