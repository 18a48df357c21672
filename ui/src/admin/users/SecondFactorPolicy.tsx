import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { changeSecondFactorPolicy } from "@/admin/api";
import { roles, roleText } from "@/admin/roles";
import sectionStyles from "@/admin/section.module.css";
import { useAction } from "@/admin/useAction";
import { failureOf, fieldErrorText } from "@/admin/useMutation";
import { usersText as text } from "@/admin/usersText";
import type { SecondFactorPolicy as Policy, Role, User } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Choices } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

/** Form for the roles whose accounts must have a second factor. Only an owner can change the policy for owners. */
export function SecondFactorPolicy({ user, policy }: { user: User; policy: Policy }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, message, forget } = useAction("second-factor-policy");
	const [chosen, setChosen] = useState<Role[]>(policy.roles);
	const possible = roles.filter((role) => role !== "owner" || user.role === "owner");
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		act(async () => {
			await changeSecondFactorPolicy(policy, chosen);
			await revalidate();
			return text(locale, "policySaved");
		});
	}
	return (
		<section aria-labelledby="second-factor-policy" className={sectionStyles.section}>
			<h2 id="second-factor-policy" tabIndex={-1}>
				{text(locale, "policyTitle")}
			</h2>
			<form className={formStyles.form} onSubmit={submit} onInput={forget}>
				<Choices
					label={text(locale, "policyRoles")}
					hint={text(locale, "policyHint")}
					error={fieldErrorText(locale, sending, "roles")}
					all={possible}
					chosen={chosen}
					nameOf={(role) => roleText(locale, roles.find((other) => other === role) ?? "analyst")}
					choose={(names) =>
						setChosen(roles.filter((role) => (possible.includes(role) ? names.includes(role) : chosen.includes(role))))
					}
				/>
				<p role="status">{message}</p>
				<p role="alert" className={formStyles.error}>
					{failureOf(locale, sending, ["roles"])}
				</p>
				<button type="submit" aria-disabled={sending.state === "sending"}>
					{text(locale, "policySubmit")}
				</button>
			</form>
		</section>
	);
}
