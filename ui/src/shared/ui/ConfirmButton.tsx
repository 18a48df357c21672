import { useLayoutEffect, useRef, useState } from "react";
import { useLocale } from "@/shared/i18n/locale";
import styles from "@/shared/ui/ConfirmButton.module.css";
import { controlsText as text } from "@/shared/ui/controlsText";

interface ConfirmButtonProps {
	/** Action of the button. */
	label: string;
	/** Accessible name, which includes the object of the action. */
	name: string;
	/** Consequence of the action. */
	question: string;
	act: () => void;
}

/** A button for an action with a confirmation: it states the consequence and requires a second click. */
export function ConfirmButton({ label, name, question, act }: ConfirmButtonProps) {
	const locale = useLocale();
	const [requested, setRequested] = useState(false);
	const first = useRef<HTMLButtonElement>(null);
	const second = useRef<HTMLButtonElement>(null);
	const before = useRef(requested);
	useLayoutEffect(() => {
		if (before.current !== requested) (requested ? second : first).current?.focus();
		before.current = requested;
	}, [requested]);
	if (!requested) {
		return (
			<button ref={first} type="button" aria-label={name} onClick={() => setRequested(true)}>
				{label}
			</button>
		);
	}
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset would have a visible frame and legend.
		<span
			role="group"
			aria-label={name}
			className={styles.question}
			onKeyDown={({ key }) => key === "Escape" && setRequested(false)}
		>
			<span>{question}</span>
			<button
				ref={second}
				type="button"
				data-kind="primary"
				onClick={() => {
					setRequested(false);
					act();
				}}
			>
				{label}
			</button>
			<button type="button" onClick={() => setRequested(false)}>
				{text(locale, "cancel")}
			</button>
		</span>
	);
}
