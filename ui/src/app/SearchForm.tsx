import { useEffect, useRef } from "react";
import { Form } from "react-router-dom";
import styles from "@/app/SearchForm.module.css";
import { text } from "@/app/text";
import { isSearchKey, loadSearch, type SearchDialog } from "@/app/useSearchDialog";
import { Icon } from "@/shared/Icon";
import { useLocale } from "@/shared/locale";
import { useShortcutsOn } from "@/shared/shortcuts";
import { docsHome, useVersion } from "@/shared/version";

/** A plain form to the search page of the docs; in the header, `/`, Ctrl-K and a click open the dialog. */
export function SearchForm({ big = false, open }: { big?: boolean; open?: SearchDialog["open"] }) {
	const locale = useLocale();
	const home = docsHome(locale, useVersion());
	const field = useRef<HTMLInputElement>(null);
	const singleKeys = useShortcutsOn();
	const opener = useRef(open);

	useEffect(() => {
		opener.current = open;
	});

	useEffect(() => {
		const search = (event: KeyboardEvent) => {
			if (!opener.current || !isSearchKey(event, singleKeys)) return;
			event.preventDefault();
			start(opener.current, field.current);
		};
		document.addEventListener("keydown", search);
		return () => document.removeEventListener("keydown", search);
	}, [singleKeys]);

	return (
		<Form
			role="search"
			className={styles.form}
			data-big={big}
			action={home}
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
				onPointerDown={open && (() => loadSearch().catch(() => undefined))}
				onClick={open && (() => start(open, field.current))}
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

/** What is typed before the dialog is there goes into the field, and with the focus to the dialog. */
function start(open: SearchDialog["open"], field: HTMLInputElement | null): void {
	if (document.querySelector("dialog[open]") !== null) return;
	const before = document.activeElement;
	field?.focus();
	open(() => {
		const words = field?.value ?? "";
		if (field) field.value = "";
		// Where the dialog gives the focus back to.
		if (before instanceof HTMLElement && before !== field) before.focus({ preventScroll: true });
		if (before === field || document.activeElement === field) field?.blur();
		return words;
	});
}
