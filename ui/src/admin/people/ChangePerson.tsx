import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { changeUser } from "@/admin/api";
import { Field } from "@/admin/Field";
import styles from "@/admin/People.module.css";
import { granted, Limits, RoleField } from "@/admin/people/Rights";
import { changeOf, type Draft, differences, standsNow } from "@/admin/people/stale";
import { peopleText as text } from "@/admin/peopleText";
import { failureOf, faultOf, useSending } from "@/admin/useSending";
import type { ListedUser } from "@/admin/wire";
import { useLocale } from "@/shared/locale";
import { logOut } from "@/shared/login/requests";
import { useFault } from "@/shared/useFault";
import type { User } from "@/shared/wire";

const fields = ["name", "role", "locales", "areas", "disabled"];

interface ChangePersonProps {
	user: User;
	row: ListedUser;
	/** Whether the account has other rights now. */
	saved: (changesRights: boolean) => void;
	cancel: () => void;
}

/** An account is changed in its place. What somebody else has changed meanwhile is shown, not overwritten. */
export function ChangePerson({ user, row, saved, cancel }: ChangePersonProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const [sending, send] = useSending();
	const [draft, setDraft] = useState<Draft>(() => changeOf(row));
	// What the change is made to: not the newest, but what was seen.
	const [seen, setSeen] = useState(row);
	const now = standsNow(sending);
	const lastOwner = faultOf(locale, sending, "disabled");
	const error = useFault(lastOwner);

	const isSelf = row.name === user.name;
	const mine = granted(draft, seen.role);
	const changesRights = rightsOf(mine) !== rightsOf(changeOf(seen));

	const save = (to: ListedUser) =>
		void send(async () => {
			await changeUser(to, { ...mine, name: draft.name.trim() });
			// With other rights every login of the account has ended, as the form has said.
			if (isSelf && changesRights) return logOut();
			await revalidate();
			saved(changesRights);
		});
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		save(seen);
	}
	const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });

	return (
		<form className={styles.form} onSubmit={submit} aria-label={text(locale, "personChangeName", { name: row.name })}>
			<Field label={text(locale, "name")} fault={faultOf(locale, sending, "name")}>
				{(told) => (
					<input
						{...told}
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
				fault={faultOf(locale, sending, "role")}
				choose={(role) => set({ role })}
			/>
			<Limits draft={draft} sending={sending} set={set} />
			<div className={styles.field}>
				<label className={styles.check}>
					<input
						type="checkbox"
						checked={draft.disabled}
						aria-describedby={`${row.id}-disabled`}
						aria-invalid={lastOwner !== undefined}
						onChange={({ target }) => set({ disabled: target.checked })}
					/>
					{text(locale, "personDisable")}
				</label>
				<p ref={error} id={`${row.id}-disabled`} role="alert" className={styles.fault}>
					{lastOwner}
				</p>
			</div>
			{isSelf && changesRights && (
				<p role="status">{text(locale, draft.disabled ? "personSelfDisabled" : "personSelf")}</p>
			)}
			{now ? (
				<Stale
					now={now}
					mine={mine}
					take={() => {
						setSeen(now);
						setDraft(changeOf(now));
						void send(revalidate);
					}}
					insist={() => {
						setSeen(now);
						save(now);
					}}
				/>
			) : (
				<p role="alert" className={styles.fault}>
					{failureOf(locale, sending, fields)}
				</p>
			)}
			<p className={styles.acts}>
				<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
					{text(locale, "save")}
				</button>
				<button type="button" data-kind="quiet" onClick={cancel}>
					{text(locale, "cancel")}
				</button>
			</p>
		</form>
	);
}

function rightsOf({ role, locales, areas, disabled }: Draft): string {
	return JSON.stringify([role, locales.toSorted(), areas.toSorted(), disabled]);
}

interface StaleProps {
	now: ListedUser;
	mine: Draft;
	take: () => void;
	insist: () => void;
}

/** Both versions, and the choice between them. */
function Stale({ now, mine, take, insist }: StaleProps) {
	const locale = useLocale();
	return (
		<div role="alert" className={styles.stale}>
			<p>{text(locale, "stale")}</p>
			<ul>
				{differences(locale, changeOf(now), mine).map(({ field, now, mine }) => (
					<li key={field}>{text(locale, "staleField", { field, now, mine })}</li>
				))}
			</ul>
			<p className={styles.acts}>
				<button type="button" onClick={take}>
					{text(locale, "staleTake")}
				</button>
				<button type="button" onClick={insist}>
					{text(locale, "staleInsist")}
				</button>
			</p>
		</div>
	);
}
