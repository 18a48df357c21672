import { useLayoutEffect, useRef, useState } from "react";
import styles from "@/admin/People.module.css";
import { peopleText as text } from "@/admin/peopleText";
import { useLocale } from "@/shared/locale";

interface TwiceProps {
	/** What the button does. */
	label: string;
	/** To whom or what, for those who do not see what it stands beside. */
	name: string;
	/** What cannot be taken back. */
	question: string;
	act: () => void;
}

/** A button for what cannot be taken back: it says what follows, and wants a second click. */
export function Twice({ label, name, question, act }: TwiceProps) {
	const locale = useLocale();
	const [asked, setAsked] = useState(false);
	const first = useRef<HTMLButtonElement>(null);
	const second = useRef<HTMLButtonElement>(null);
	const before = useRef(asked);
	useLayoutEffect(() => {
		if (before.current !== asked) (asked ? second : first).current?.focus();
		before.current = asked;
	}, [asked]);
	if (!asked) {
		return (
			<button ref={first} type="button" aria-label={name} onClick={() => setAsked(true)}>
				{label}
			</button>
		);
	}
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend, which this is not.
		<span
			role="group"
			aria-label={name}
			className={styles.twice}
			onKeyDown={({ key }) => key === "Escape" && setAsked(false)}
		>
			<span>{question}</span>
			<button
				ref={second}
				type="button"
				data-kind="primary"
				onClick={() => {
					setAsked(false);
					act();
				}}
			>
				{label}
			</button>
			<button type="button" onClick={() => setAsked(false)}>
				{text(locale, "cancel")}
			</button>
		</span>
	);
}
