import { type FormEvent, useState } from "react";
import { addRedirect, redirects } from "@/admin/api";
import { localeOf, segments } from "@/admin/pages/language";
import { fieldErrorText, redirectsText as text } from "@/admin/redirects/redirectsText";
import { failureOf, useMutation } from "@/admin/useMutation";
import { addressOf, queryOf } from "@/shared/address";
import type { ListedRedirect, User } from "@/shared/http/types";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import { isWithin } from "@/shared/limits";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

interface AddRedirectProps {
	user: User;
	added: () => Promise<void>;
}

/** Form that adds a redirect to an existing page. */
export function AddRedirect({ user, added }: AddRedirectProps) {
	const locale = useLocale();
	const locales = segments.filter((segment) => isWithin(user, "docs", segment)).map(localeOf);
	const [sending, send] = useMutation();
	const [draft, setDraft] = useState({
		locale: `${locales.find((one) => one === locale) ?? locales[0] ?? locale}`,
		old: "",
		target: "",
	});
	const [message, setMessage] = useState("");
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		setMessage("");
		void send(async () => {
			const before = await similarRedirects(draft.old);
			await addRedirect(draft);
			const made = (await similarRedirects(draft.old)).find(({ url }) => before.every((row) => row.url !== url));
			setDraft({ ...draft, old: "", target: "" });
			await added();
			setMessage(addedText(locale, made));
		});
	}
	if (locales.length === 0) return null;
	return (
		<form className={formStyles.form} onSubmit={submit} aria-labelledby="add-redirect">
			<h2 id="add-redirect">{text(locale, "add")}</h2>
			<UrlField
				label={text(locale, "addOld")}
				hint={text(locale, "addOldHint")}
				error={fieldErrorText(locale, sending, "old") || undefined}
				url={draft.old}
				setUrl={(old) => setDraft({ ...draft, old })}
			/>
			<UrlField
				label={text(locale, "addTo")}
				hint={text(locale, "addToHint")}
				error={fieldErrorText(locale, sending, "target") || undefined}
				url={draft.target}
				setUrl={(target) => setDraft({ ...draft, target })}
			/>
			<Field label={text(locale, "addLocale")}>
				{(attributes) => (
					<select
						{...attributes}
						value={draft.locale}
						onChange={({ target }) => setDraft({ ...draft, locale: target.value })}
					>
						{locales.map((other) => (
							<option key={other} value={other}>
								{languageName(other, locale)}
							</option>
						))}
					</select>
				)}
			</Field>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending, ["old", "target"])}
			</p>
			<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
				{text(locale, "addSubmit")}
			</button>
			<p role="status">{message}</p>
		</form>
	);
}

interface UrlFieldProps {
	label: string;
	hint: string;
	error: string | undefined;
	url: string;
	setUrl: (url: string) => void;
}

function UrlField({ label, hint, error, url, setUrl }: UrlFieldProps) {
	return (
		<Field label={label} hint={hint} error={error}>
			{(attributes) => (
				<input
					{...attributes}
					required
					maxLength={600}
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					value={url}
					onChange={({ target }) => setUrl(target.value)}
				/>
			)}
		</Field>
	);
}

function addedText(locale: Locale, made: ListedRedirect | undefined): string {
	if (!made?.target) return text(locale, "added");
	return text(locale, "addedAs", { url: decodeURI(made.url), page: decodeURI(made.target) });
}

/**
 * Returns the redirects that match the last path segment of `old`. They include the new redirect with the URL that the
 * server has normalized.
 */
async function similarRedirects(old: string): Promise<ListedRedirect[]> {
	const last =
		addressOf(old.trim())
			.path.split("/")
			.findLast((name) => !/^(?:index(?:\.\w+)?)?$/.test(name)) ?? "";
	const { q = "" } = queryOf(`q=${last}`);
	return (await redirects(q.replace(/\.\w+$/, ""), 1)).data;
}
