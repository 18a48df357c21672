import { useRef, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { createPasswordReset, logOutEverywhere, removePasskeys, turnOffSecondFactor } from "@/admin/api";
import { ExactTime } from "@/admin/ExactTime";
import { moment } from "@/admin/moment";
import { roleText } from "@/admin/roles";
import { useAction } from "@/admin/useAction";
import { failureOf, fieldErrorText } from "@/admin/useMutation";
import { UserForm } from "@/admin/users/UserForm";
import { limitsText, usersText as text } from "@/admin/usersText";
import type { CreatedLink, ListedUser, User } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";
import { SecretField } from "@/shared/ui/SecretField";

/** Row of an account, with its actions. */
export function UserRow({ user, row }: { user: User; row: ListedUser }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, message, showMessage, forget } = useAction(`person ${row.id}`);
	const [changing, setChanging] = useState(false);
	const [link, setLink] = useState<CreatedLink>();
	const opener = useRef<HTMLButtonElement>(null);
	const { name } = row;
	// An administrator cannot change an owner's account.
	const isFixed = row.role === "owner" && user.role !== "owner";

	const change = (what: () => Promise<void>, done: string) =>
		act(async () => {
			await what();
			await revalidate();
			return done;
		});
	const reset = () =>
		act(async () => {
			setLink(await createPasswordReset(row));
			return undefined;
		});
	const close = () => {
		setChanging(false);
		opener.current?.focus();
	};
	const saved = (changesRights: boolean) => {
		close();
		// The server has revoked the password reset link, because the permissions of the account have changed.
		if (changesRights) setLink(undefined);
		showMessage(text(locale, "saved"));
	};

	return (
		<li>
			<p>
				<span className={listStyles.name}>{name}</span>
				{name === user.name && <span className={listStyles.badge}>{text(locale, "userYou")}</span>}
				{row.disabled && (
					<span className={listStyles.badge} data-tone="warning">
						{text(locale, "userDisabled")}
					</span>
				)}
			</p>
			<UserDetails row={row} />
			{isFixed ? (
				<p>
					<small>{text(locale, "userFixed")}</small>
				</p>
			) : (
				<p className={listStyles.actions}>
					<button
						ref={opener}
						type="button"
						aria-expanded={changing}
						aria-label={text(locale, "userChangeName", { name })}
						onClick={() => {
							forget();
							setChanging(!changing);
						}}
					>
						{text(locale, "userChange")}
					</button>
					{/* A disabled account has no button for a reset link, because it cannot log in. */}
					{!row.disabled && (
						<button type="button" aria-label={text(locale, "userResetName", { name })} onClick={reset}>
							{text(locale, "userReset")}
						</button>
					)}
					<ConfirmButton
						label={text(locale, "userLogOut")}
						name={text(locale, "userLogOutName", { name })}
						question={text(locale, "userLogOutSure")}
						act={() => change(() => logOutEverywhere(row), text(locale, "userLoggedOut"))}
					/>
					{row.second_factor && (
						<ConfirmButton
							label={text(locale, "userTwoFactorEnd")}
							name={text(locale, "userTwoFactorEndName", { name })}
							question={text(locale, "userTwoFactorEndSure")}
							act={() => change(() => turnOffSecondFactor(row), text(locale, "userTwoFactorEnded"))}
						/>
					)}
					{row.passkeys > 0 && (
						<ConfirmButton
							label={text(locale, "userPasskeysRemove")}
							name={text(locale, "userPasskeysRemoveName", { name })}
							question={text(locale, "userPasskeysRemoveSure")}
							act={() => change(() => removePasskeys(row), text(locale, "userPasskeysRemoved"))}
						/>
					)}
				</p>
			)}
			{changing && <UserForm user={user} row={row} saved={saved} cancel={close} />}
			{link && (
				<SecretField
					key={link.url}
					label={text(locale, "resetMade", { name })}
					value={link.url}
					note={text(locale, "resetNote", { moment: moment(link.expires_at) })}
				/>
			)}
			<p role="status" hidden={message === ""}>
				{message}
			</p>
			<p role="alert" className={formStyles.error}>
				{fieldErrorText(locale, sending, "disabled") ?? failureOf(locale, sending)}
			</p>
		</li>
	);
}

function UserDetails({ row }: { row: ListedUser }) {
	const locale = useLocale();
	return (
		<dl className={listStyles.properties}>
			<div>
				<dt>{text(locale, "role")}</dt>
				<dd>{roleText(locale, row.role)}</dd>
			</div>
			{row.locales.length > 0 && (
				<div>
					<dt>{text(locale, "locales")}</dt>
					<dd>{limitsText(locale, row.locales)}</dd>
				</div>
			)}
			{row.areas.length > 0 && (
				<div>
					<dt>{text(locale, "areas")}</dt>
					<dd>{limitsText(locale, row.areas)}</dd>
				</div>
			)}
			<div>
				<dt>{text(locale, "twoFactor")}</dt>
				<dd>{text(locale, row.second_factor ? "twoFactorOn" : "twoFactorOff")}</dd>
			</div>
			{row.passkeys > 0 && (
				<div>
					<dt>{text(locale, "userPasskeys")}</dt>
					<dd>{row.passkeys}</dd>
				</div>
			)}
			<div>
				<dt>{text(locale, "userSeen")}</dt>
				<dd>{row.seen_at === null ? text(locale, "userNeverSeen") : <ExactTime at={row.seen_at} />}</dd>
			</div>
		</dl>
	);
}
