import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { changeUser } from "@/admin/api";
import { failureOf, fieldErrorText, useMutation } from "@/admin/useMutation";
import {
	changeOf,
	currentUser,
	type Difference,
	type Draft,
	differ,
	differences,
	fields,
	mergeUserChange,
	rebased,
	rights,
	type UserMerge,
} from "@/admin/users/mergeUserChange";
import { granted, Limits, RoleField } from "@/admin/users/Rights";
import { usersText as text } from "@/admin/usersText";
import type { ListedUser, User } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { logOut } from "@/shared/login/requests";
import { controlsText } from "@/shared/ui/controlsText";
import { Field } from "@/shared/ui/Field";
import fieldStyles from "@/shared/ui/Field.module.css";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";
import { useErrorRef } from "@/shared/useErrorRef";

interface UserFormProps {
	user: User;
	row: ListedUser;
	/** Called after the account was saved. `changesRights`: whether the permissions of the account have changed. */
	saved: (changesRights: boolean) => void;
	cancel: () => void;
}

/**
 * Edits an account in place. Fields that only another administrator has changed are updated; for fields that both
 * administrators have changed, the user decides.
 */
export function UserForm({ user, row, saved, cancel }: UserFormProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [sending, send] = useMutation();
	const [draft, setDraft] = useState<Draft>(() => changeOf(row));
	// The base of the change: the account as displayed, not its newest state.
	const [seen, setSeen] = useState(row);
	const [merge, setMerge] = useState<UserMerge>();
	const now = currentUser(sending);
	const lastOwner = fieldErrorText(locale, sending, "disabled");
	const error = useErrorRef(lastOwner);

	const isSelf = row.name === user.name;
	const current = changeOf(seen);
	const mine = { ...granted(draft, seen.role), name: draft.name.trim() };
	const changesRights = differ(current, mine, rights);
	const conflicts = now && merge ? differences(locale, current, mine, merge.conflicts) : [];
	if (now && now.revision !== seen.revision) {
		const next = mergeUserChange(current, mine, changeOf(now));
		setMerge(next);
		setSeen(now);
		setDraft(rebased(draft, mine, changeOf(now), next));
	}

	const save = () =>
		void send(async () => {
			await changeUser(seen, mine);
			// A change of permissions ends every session of the account, as the form announces.
			if (isSelf && changesRights) return logOut();
			await revalidate();
			saved(changesRights);
		});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		// Conflicts must be resolved before saving.
		if (conflicts.length === 0) save();
	}
	const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });

	return (
		<form className={formStyles.form} onSubmit={submit} aria-label={text(locale, "userChangeName", { name: row.name })}>
			<Field label={text(locale, "name")} error={fieldErrorText(locale, sending, "name")}>
				{(attributes) => (
					<input
						{...attributes}
						required
						maxLength={64}
						autoComplete="off"
						spellCheck={false}
						value={draft.name}
						onChange={({ target }) => set({ name: target.value })}
					/>
				)}
			</Field>
			<RoleField
				user={user}
				role={draft.role}
				error={fieldErrorText(locale, sending, "role")}
				choose={(role) => set({ role })}
			/>
			<Limits draft={draft} sending={sending} set={set} />
			<div className={fieldStyles.field}>
				<label className={fieldStyles.check}>
					<input
						type="checkbox"
						checked={draft.disabled}
						aria-describedby={`${row.id}-disabled`}
						aria-invalid={lastOwner !== undefined}
						onChange={({ target }) => set({ disabled: target.checked })}
					/>
					{text(locale, "userDisable")}
				</label>
				<p ref={error} id={`${row.id}-disabled`} role="alert" className={formStyles.error}>
					{lastOwner}
				</p>
			</div>
			{isSelf && changesRights && <p role="status">{text(locale, draft.disabled ? "userSelfDisabled" : "userSelf")}</p>}
			{now && merge ? (
				<Stale
					adopted={differences(locale, current, merge.base, merge.adopted)}
					conflicts={conflicts}
					isChanged={differ(current, mine, fields)}
					take={() => {
						setDraft(current);
						void send(revalidate);
					}}
					insist={save}
				/>
			) : (
				<p role="alert" className={formStyles.error}>
					{failureOf(locale, sending, fields)}
				</p>
			)}
			<p className={listStyles.actions}>
				<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending" || conflicts.length > 0}>
					{text(locale, "save")}
				</button>
				<button type="button" data-kind="quiet" onClick={cancel}>
					{controlsText(locale, "cancel")}
				</button>
			</p>
		</form>
	);
}

interface StaleProps {
	adopted: Difference[];
	conflicts: Difference[];
	/** Whether the form still contains some of the entered changes. */
	isChanged: boolean;
	take: () => void;
	insist: () => void;
}

/** Fields that another administrator has changed, and the choice for fields that both administrators have changed. */
function Stale({ adopted, conflicts, isChanged, take, insist }: StaleProps) {
	const locale = useLocale();
	const points = [
		...adopted.map(({ field, now }) => text(locale, "staleTaken", { field, now })),
		...conflicts.map(({ field, now, mine }) => text(locale, "staleField", { field, now, mine })),
	];
	return (
		<div role="alert" className={panelStyles.warning}>
			<p>{text(locale, "stale")}</p>
			{points.length > 0 && (
				<ul>
					{points.map((point) => (
						<li key={point}>{point}</li>
					))}
				</ul>
			)}
			{isChanged && conflicts.length === 0 && <p>{text(locale, "staleAgain")}</p>}
			<p className={listStyles.actions}>
				<button type="button" onClick={take}>
					{text(locale, "staleTake")}
				</button>
				{conflicts.length > 0 && (
					<button type="button" onClick={insist}>
						{text(locale, "staleInsist")}
					</button>
				)}
			</p>
		</div>
	);
}
