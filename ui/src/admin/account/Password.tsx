import { setToken } from "@pailou/core";
import type { FormEvent } from "react";
import { useRevalidator } from "react-router-dom";
import { changePassword } from "@/admin/api";
import sectionStyles from "@/admin/section.module.css";
import { useAction } from "@/admin/useAction";
import { failureOf, fieldErrorText } from "@/admin/useMutation";
import { usersText as text } from "@/admin/usersText";
import { useLocale } from "@/shared/i18n/locale";
import { useReveal } from "@/shared/login/useReveal";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

const fields = ["current", "password"];

/** Form to change the password of the logged-in user, which revokes all other sessions. */
export function Password({ name }: { name: string }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, message, forget } = useAction("password");
	const [type, reveal] = useReveal();

	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const form = event.currentTarget;
		const [current = "", password = ""] = fields.map((field) => String(new FormData(form).get(field)));
		act(async () => {
			const { token } = await changePassword(current, password);
			setToken(token);
			form.reset();
			await revalidate();
			return text(locale, "passwordDone");
		});
	}

	return (
		<section aria-labelledby="password" className={sectionStyles.section}>
			<h2 id="password">{text(locale, "passwordTitle")}</h2>
			<p>{text(locale, "passwordTokens")}</p>
			<form className={formStyles.form} onSubmit={submit} onInput={forget}>
				{/* Username for password managers. */}
				<input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
				<Field label={text(locale, "passwordCurrent")} error={fieldErrorText(locale, sending, "current")}>
					{(attributes) => (
						<input
							{...attributes}
							name="current"
							type={type}
							autoComplete="current-password"
							required
							maxLength={1000}
						/>
					)}
				</Field>
				<Field
					label={text(locale, "passwordNew")}
					hint={text(locale, "passwordHint")}
					error={fieldErrorText(locale, sending, "password")}
				>
					{(attributes) => (
						<input {...attributes} name="password" type={type} autoComplete="new-password" required maxLength={1000} />
					)}
				</Field>
				{reveal}
				<p role="alert" className={formStyles.error}>
					{failureOf(locale, sending, fields)}
				</p>
				<button type="submit" aria-disabled={sending.state === "sending"}>
					{text(locale, "passwordSubmit")}
				</button>
				<p role="status">{message}</p>
			</form>
		</section>
	);
}
