import { useId, useLayoutEffect, useRef, useState } from "react";
import styles from "@/admin/People.module.css";
import { peopleText as text } from "@/admin/peopleText";
import { useLocale } from "@/shared/locale";

/** Something that is said this once: a link or a token, to be copied and kept. */
export function Once({ label, value, note }: { label: string; value: string; note: string }) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	// What it was asked with may be gone; and it is read out with its note.
	useLayoutEffect(() => field.current?.focus(), []);
	return (
		<div className={styles.once}>
			<label htmlFor={id}>{label}</label>
			<input
				ref={field}
				id={id}
				className={styles.secret}
				readOnly
				value={value}
				aria-describedby={`${id}-note`}
				onFocus={({ target }) => target.select()}
			/>
			<p id={`${id}-note`}>{note}</p>
			<Copy value={value} />
		</div>
	);
}

export function Copy({ value }: { value: string }) {
	const locale = useLocale();
	const [copied, setCopied] = useState<boolean>();
	async function copy() {
		try {
			await navigator.clipboard.writeText(value);
			setCopied(true);
		} catch (error) {
			console.error("not copied", error);
			setCopied(false);
		}
	}
	return (
		<>
			<button type="button" onClick={() => void copy()}>
				{text(locale, "copy")}
			</button>
			<span role="status">{copied !== undefined && text(locale, copied ? "copied" : "copyFailed")}</span>
		</>
	);
}
