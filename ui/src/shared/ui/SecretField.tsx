import { useId, useLayoutEffect, useRef } from "react";
import { CopyButton } from "@/shared/ui/CopyButton";
import panelStyles from "@/shared/ui/panel.module.css";
import styles from "@/shared/ui/SecretField.module.css";

/** A secret that is shown only once, such as a link or a token, with a button that copies it. */
export function SecretField({ label, value, note }: { label: string; value: string; note: string }) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	// The field is focused, because the button that created the secret may be removed. Screen readers then read the note.
	useLayoutEffect(() => field.current?.focus(), []);
	return (
		<div className={panelStyles.panel}>
			<label htmlFor={id} className={styles.label}>
				{label}
			</label>
			<input
				ref={field}
				id={id}
				className={styles.value}
				readOnly
				value={value}
				aria-describedby={`${id}-note`}
				onFocus={({ target }) => target.select()}
			/>
			<p id={`${id}-note`}>{note}</p>
			<CopyButton value={value} />
		</div>
	);
}
