import { useEffect, useRef } from "react";
import { Form } from "react-router-dom";
import styles from "@/app/SearchForm.module.css";
import { text } from "@/app/text";
import { isSearchKey, loadSearch, type SearchDialog } from "@/app/useSearchDialog";
import { useLocale } from "@/shared/i18n/locale";
import { useShortcutsOn } from "@/shared/shortcuts";
import { Icon } from "@/shared/ui/Icon";
import { docsHome, useVersion } from "@/shared/version";

interface Props {
	big?: boolean;
	/** Initial query. */
	words?: string;
	dialog?: SearchDialog;
}

/**
 * Search form that submits to the search page of the documentation. In the header, `/`, Ctrl+K, or a click opens the
 * search dialog instead.
 */
export function SearchForm({ big = false, words, dialog }: Props) {
	const locale = useLocale();
	const home = docsHome(locale, useVersion());
	const singleKeys = useShortcutsOn();
	const open = dialog?.open;
	const opener = useRef(open);

	useEffect(() => {
		opener.current = open;
	});

	useEffect(() => {
		const search = (event: KeyboardEvent) => {
			if (!opener.current || !isSearchKey(event, singleKeys)) return;
			event.preventDefault();
			opener.current();
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
				ref={dialog?.field}
				type="search"
				name="q"
				defaultValue={words}
				required
				maxLength={500}
				autoComplete="off"
				aria-label={text(locale, "searchHint")}
				placeholder={text(locale, "searchHint")}
				aria-keyshortcuts="/ Control+K"
				onPointerDown={open && (() => loadSearch().catch(() => undefined))}
				onClick={open}
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
