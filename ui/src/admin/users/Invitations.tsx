import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { invite, revokeInvitation } from "@/admin/api";
import { ExactTime } from "@/admin/ExactTime";
import { moment } from "@/admin/moment";
import { NoteField } from "@/admin/NoteField";
import { roleText } from "@/admin/roles";
import sectionStyles from "@/admin/section.module.css";
import { useAction } from "@/admin/useAction";
import { failureOf, fieldErrorText } from "@/admin/useMutation";
import { useRestoreFocus } from "@/admin/useRestoreFocus";
import { granted, Limits, RoleField } from "@/admin/users/Rights";
import { limitsText, usersText as text } from "@/admin/usersText";
import type { CreatedInvitation, Invitation, NewInvitation, Role, User } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";
import { SecretField } from "@/shared/ui/SecretField";

const part = "invitations";

/** Invitations: links with which users create their own accounts. */
export function Invitations({ user, invitations }: { user: User; invitations: Invitation[] }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, message } = useAction(part);
	const list = useRestoreFocus(invitations);
	const [made, setMade] = useState<CreatedInvitation>();
	const end = (invitation: Invitation) =>
		act(async () => {
			await revokeInvitation(invitation);
			if (made?.id === invitation.id) setMade(undefined);
			await revalidate();
			return text(locale, "invitationRevoked", { name: nameOf(locale, invitation) });
		});
	return (
		<section aria-labelledby="invitations" className={sectionStyles.section}>
			<h2 id="invitations" tabIndex={-1}>
				{text(locale, "invitationsTitle")}
			</h2>
			<p>{text(locale, "invitationsIntro")}</p>
			{made && (
				<SecretField
					key={made.id}
					label={text(locale, "invitationMade")}
					value={made.url}
					note={text(locale, "invitationNote", { moment: moment(made.expires_at) })}
				/>
			)}
			{invitations.length === 0 && <p>{text(locale, "invitationsNone")}</p>}
			<ul ref={list} className={listStyles.rows}>
				{invitations.map((invitation) => (
					<Item key={invitation.id} user={user} invitation={invitation} end={() => end(invitation)} />
				))}
			</ul>
			<p role="status">{message}</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
			<Invite
				user={user}
				made={async (invitation) => {
					setMade(invitation);
					await revalidate();
				}}
			/>
		</section>
	);
}

function nameOf(locale: Locale, { note }: Invitation): string {
	return note || text(locale, "invitationUnnamed");
}

function Item({ user, invitation, end }: { user: User; invitation: Invitation; end: () => void }) {
	const locale = useLocale();
	const { role, locales, areas, made_by, expires_at, usable } = invitation;
	const name = nameOf(locale, invitation);
	return (
		<li>
			<p className={listStyles.name}>{name}</p>
			<dl className={listStyles.properties}>
				<div>
					<dt>{text(locale, "role")}</dt>
					<dd>{roleText(locale, role)}</dd>
				</div>
				{locales.length > 0 && (
					<div>
						<dt>{text(locale, "locales")}</dt>
						<dd>{limitsText(locale, locales)}</dd>
					</div>
				)}
				{areas.length > 0 && (
					<div>
						<dt>{text(locale, "areas")}</dt>
						<dd>{limitsText(locale, areas)}</dd>
					</div>
				)}
				<div>
					<dt>{text(locale, "invitationBy")}</dt>
					<dd>{made_by}</dd>
				</div>
				<div>
					<dt>{text(locale, "invitationUntil")}</dt>
					<dd>
						<ExactTime at={expires_at} />
					</dd>
				</div>
			</dl>
			{!usable && <p className={formStyles.error}>{text(locale, "invitationInvalid", { name: made_by })}</p>}
			{/* Only an owner can create or revoke an invitation for the role owner. */}
			{(role !== "owner" || user.role === "owner") && (
				<p className={listStyles.actions}>
					<ConfirmButton
						label={text(locale, "invitationRevoke")}
						name={text(locale, "invitationRevokeName", { name })}
						question={text(locale, "invitationRevokeSure")}
						act={end}
					/>
				</p>
			)}
		</li>
	);
}

const fields = ["note", "role", "locales", "areas", "days"];
type Draft = NewInvitation & { role: Role };

const fresh: Draft = { note: "", role: "editor", locales: [], areas: [], days: 7 };

function Invite({ user, made }: { user: User; made: (invitation: CreatedInvitation) => Promise<void> }) {
	const locale = useLocale();
	const { sending, act, forget } = useAction(part);
	const [draft, setDraft] = useState(fresh);
	const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		act(async () => {
			const invitation = await invite({ ...granted(draft), note: draft.note.trim() });
			setDraft(fresh);
			await made(invitation);
			return undefined;
		});
	}
	return (
		<form className={formStyles.form} onSubmit={submit} onInput={forget} aria-labelledby="invite">
			<h3 id="invite">{text(locale, "invite")}</h3>
			<NoteField
				hint={text(locale, "inviteNoteHint")}
				sending={sending}
				note={draft.note}
				change={(note) => set({ note })}
			/>
			<RoleField
				user={user}
				role={draft.role}
				error={fieldErrorText(locale, sending, "role")}
				choose={(role) => set({ role })}
			/>
			<Limits draft={draft} sending={sending} set={set} />
			<Field label={text(locale, "inviteDays")} error={fieldErrorText(locale, sending, "days")}>
				{(attributes) => (
					<input
						{...attributes}
						type="number"
						required
						min={1}
						max={30}
						value={draft.days || ""}
						onChange={({ target }) => set({ days: target.valueAsNumber || 0 })}
					/>
				)}
			</Field>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending, fields)}
			</p>
			<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
				{text(locale, "inviteSubmit")}
			</button>
		</form>
	);
}
