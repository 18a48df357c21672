import type { FormEvent } from "react";
import { useRevalidator } from "react-router-dom";
import { PasskeyRow } from "@/admin/account/PasskeyRow";
import { addPasskey, removePasskey } from "@/admin/api";
import sectionStyles from "@/admin/section.module.css";
import { useAction } from "@/admin/useAction";
import { failureOf, fieldErrorText } from "@/admin/useMutation";
import { useRestoreFocus } from "@/admin/useRestoreFocus";
import { usersText as text } from "@/admin/usersText";
import type { OwnPasskey } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { errorIn, passkeysAt } from "@/shared/login/passkey";
import { loginText } from "@/shared/login/text";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

/** Passkeys of the user's own account, for logging in without a password. */
export function Passkeys({ passkeys }: { passkeys: OwnPasskey[] }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, message } = useAction("passkeys");
	const list = useRestoreFocus(passkeys);
	const remove = ({ id, name }: OwnPasskey) =>
		act(async () => {
			await removePasskey(id);
			await revalidate();
			return text(locale, "passkeyRemoved", { name });
		});
	const place = passkeysAt(location.hostname);
	return (
		<section aria-labelledby="passkeys" className={sectionStyles.section}>
			<h2 id="passkeys" tabIndex={-1}>
				{text(locale, "passkeysTitle")}
			</h2>
			<p>{text(locale, "passkeysIntro")}</p>
			{passkeys.length === 0 && <p>{text(locale, "passkeysNone")}</p>}
			<ul ref={list} className={listStyles.rows}>
				{passkeys.map((passkey) => (
					<PasskeyRow key={passkey.id} passkey={passkey} remove={() => remove(passkey)} />
				))}
			</ul>
			<p role="status">{message}</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
			{place === "here" && <NewPasskey />}
			{place === "no-name" && <p>{loginText(locale, "address.no-name")}</p>}
			{place === "no-support" && <p>{text(locale, "passkeysUnsupported")}</p>}
		</section>
	);
}

function NewPasskey() {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, forget } = useAction("passkeys");
	// Errors of the browser are also shown with `useAction`, so that input or the next action clears them.
	const { message: refused, showMessage: refuse } = useAction("new passkey");
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const form = event.currentTarget;
		const name = String(new FormData(form).get("name")).trim();
		act(async () => {
			try {
				await addPasskey(name);
			} catch (error) {
				const passkeyError = errorIn(error);
				if (!passkeyError) throw error;
				refuse(loginText(locale, passkeyError));
				return undefined;
			}
			form.reset();
			await revalidate();
			return text(locale, "passkeyAdded", { name });
		});
	}
	return (
		<form className={formStyles.form} onSubmit={submit} onInput={forget} aria-labelledby="new-passkey">
			<h3 id="new-passkey">{text(locale, "passkeyNew")}</h3>
			<Field
				label={text(locale, "passkeyName")}
				hint={text(locale, "passkeyNameHint")}
				error={fieldErrorText(locale, sending, "name")}
			>
				{(attributes) => <input {...attributes} name="name" required maxLength={64} autoComplete="off" />}
			</Field>
			<p role="alert" className={formStyles.error}>
				{refused || (fieldErrorText(locale, sending, "credential") ?? failureOf(locale, sending, ["name"]))}
			</p>
			<button type="submit" aria-disabled={sending.state === "sending"}>
				{text(locale, "passkeyMake")}
			</button>
		</form>
	);
}
