import { roles, roleText } from "@/admin/roles";
import { fieldErrorText, type Sending } from "@/admin/useMutation";
import { limits, limitText, usersText as text } from "@/admin/usersText";
import type { Role, User } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Choices, Field } from "@/shared/ui/Field";

interface RoleFieldProps {
	/** Logged-in user: only an owner may assign the role owner. */
	user: User;
	role: Role;
	error: string | undefined;
	choose: (role: Role) => void;
}

export function RoleField({ user, role, error, choose }: RoleFieldProps) {
	const locale = useLocale();
	const possible = roles.filter((other) => other !== "owner" || user.role === "owner" || role === "owner");
	return (
		<Field label={text(locale, "role")} hint={text(locale, `means.${role}`)} error={error}>
			{(attributes) => (
				<select
					{...attributes}
					value={role}
					onChange={({ target }) => {
						const chosen = possible.find((other) => other === target.value);
						if (chosen) choose(chosen);
					}}
				>
					{possible.map((other) => (
						<option key={other} value={other}>
							{roleText(locale, other)}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}

interface Limited {
	role: Role;
	locales: string[];
	areas: string[];
}

interface LimitsProps {
	draft: Limited;
	sending: Sending;
	set: (change: Partial<Omit<Limited, "role">>) => void;
}

/**
 * Whether a role has an access scope. Only roles that edit content have one. A role that manages accounts has none,
 * because its users could remove their own scope.
 */
function takesLimits(role: Role): boolean {
	return role === "editor" || role === "translator";
}

/**
 * Returns the draft to send: without access scope if its role has none. The form itself keeps the scope while another
 * role is selected. An account that stays reviewer or analyst keeps an existing scope.
 */
export function granted<Draft extends Limited>(draft: Draft, was?: Role): Draft {
	const stays = draft.role === was && (was === "reviewer" || was === "analyst");
	return stays || takesLimits(draft.role) ? draft : { ...draft, locales: [], areas: [] };
}

/** Languages and areas of the access scope; an empty list means no limit. */
export function Limits({ draft, sending, set }: LimitsProps) {
	const locale = useLocale();
	if (!takesLimits(draft.role)) return null;
	const nameOf = (limit: string) => limitText(locale, limit);
	return (
		<>
			<Choices
				label={text(locale, "locales")}
				hint={text(locale, "limitsHint")}
				error={fieldErrorText(locale, sending, "locales")}
				all={limits.locales}
				chosen={draft.locales}
				nameOf={nameOf}
				choose={(locales) => set({ locales })}
			/>
			<Choices
				label={text(locale, "areas")}
				hint={text(locale, "limitsHint")}
				error={fieldErrorText(locale, sending, "areas")}
				all={limits.areas}
				chosen={draft.areas}
				nameOf={nameOf}
				choose={(areas) => set({ areas })}
			/>
		</>
	);
}
