import { useEffect, useRef } from "react";
import { Form } from "react-router-dom";
import styles from "@/app/SearchForm.module.css";
import { text } from "@/app/text";
import { Icon } from "@/shared/Icon";
import { useLocale, withLocale } from "@/shared/locale";

/** A plain form to the search page of the docs; `/` and Ctrl-K lead here from anywhere. */
export function SearchForm({ big = false }: { big?: boolean }) {
	const locale = useLocale();
	const field = useRef<HTMLInputElement>(null);

	useEffect(() => {
		if (big) return;
		const focus = (event: KeyboardEvent) => {
			if (!field.current?.checkVisibility() || !isSearchKey(event)) return;
			event.preventDefault();
			field.current.select();
			field.current.focus();
		};
		document.addEventListener("keydown", focus);
		return () => document.removeEventListener("keydown", focus);
	}, [big]);

	return (
		<Form
			role="search"
			className={styles.form}
			data-big={big}
			action={withLocale("/docs", locale)}
			aria-label={big ? undefined : text(locale, "searchAnywhere")}
			viewTransition
		>
			<Icon name="search" />
			<input
				ref={field}
				type="search"
				name="q"
				required
				maxLength={500}
				autoComplete="off"
				aria-label={text(locale, "searchHint")}
				placeholder={text(locale, "searchHint")}
				aria-keyshortcuts="/ Control+K"
			/>
			{big ? (
				<button type="submit">{text(locale, "search")}</button>
			) : (
				<span className={styles.key} aria-hidden="true" data-needs-script="">
					/
				</span>
			)}
		</Form>
	);
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
	if (key.toLowerCase() === "k") return (ctrlKey || metaKey) && !altKey;
	return key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping(target);
}

function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
	);
}
