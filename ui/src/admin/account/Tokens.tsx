import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { createToken, revokeToken } from "@/admin/api";
import { ExactTime } from "@/admin/ExactTime";
import sectionStyles from "@/admin/section.module.css";
import { useAction } from "@/admin/useAction";
import { failureOf, fieldErrorText } from "@/admin/useMutation";
import { useRestoreFocus } from "@/admin/useRestoreFocus";
import { listed, permissionText, usersText as text } from "@/admin/usersText";
import type { CreatedToken, OwnToken, User } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import { Choices, Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";
import { SecretField } from "@/shared/ui/SecretField";

/** API tokens of the user, with a form to create one. */
export function Tokens({ user, tokens }: { user: User; tokens: OwnToken[] }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, message } = useAction("tokens");
	const list = useRestoreFocus(tokens);
	const [made, setMade] = useState<CreatedToken>();
	const revoke = ({ id, name }: OwnToken) =>
		act(async () => {
			await revokeToken(id);
			if (made?.id === id) setMade(undefined);
			await revalidate();
			return text(locale, "tokenRevoked", { name });
		});
	return (
		<section aria-labelledby="tokens" className={sectionStyles.section}>
			<h2 id="tokens" tabIndex={-1}>
				{text(locale, "tokensTitle")}
			</h2>
			<p>{text(locale, "tokensIntro")}</p>
			{made && (
				<SecretField
					key={made.id}
					label={text(locale, "tokenMade", { name: made.name })}
					value={made.token}
					note={text(locale, "tokenOnce")}
				/>
			)}
			{tokens.length === 0 && <p>{text(locale, "tokensNone")}</p>}
			<ul ref={list} className={listStyles.rows}>
				{tokens.map((token) => (
					<li key={token.id}>
						<p className={listStyles.name}>{token.name}</p>
						<dl className={listStyles.properties}>
							<div>
								<dt>{text(locale, "tokenPermissions")}</dt>
								<dd>
									{listed(
										locale,
										token.permissions.map((permission) => permissionText(locale, permission)),
									)}
								</dd>
							</div>
							<div>
								<dt>{text(locale, "tokenUntil")}</dt>
								<dd>
									<ExactTime at={token.expires_at} />
								</dd>
							</div>
							<div>
								<dt>{text(locale, "tokenUsed")}</dt>
								<dd>{token.used_at === null ? text(locale, "never") : <ExactTime at={token.used_at} />}</dd>
							</div>
						</dl>
						<p className={listStyles.actions}>
							<ConfirmButton
								label={text(locale, "tokenRevoke")}
								name={text(locale, "tokenRevokeName", { name: token.name })}
								question={text(locale, "tokenRevokeSure")}
								act={() => revoke(token)}
							/>
						</p>
					</li>
				))}
			</ul>
			<p role="status">{message}</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
			<NewToken
				// `backup` and `assistant-model` require a session, so a token cannot have them.
				permissions={user.permissions.filter(
					(permission) => permission !== "backup" && permission !== "assistant-model",
				)}
				made={async (token) => {
					setMade(token);
					await revalidate();
				}}
			/>
		</section>
	);
}

const fields = ["name", "permissions", "days"];

function NewToken({ permissions, made }: { permissions: string[]; made: (token: CreatedToken) => Promise<void> }) {
	const locale = useLocale();
	const { sending, act, forget } = useAction("tokens");
	const [chosen, setChosen] = useState<string[]>([]);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const form = event.currentTarget;
		const formData = new FormData(form);
		act(async () => {
			const token = {
				name: String(formData.get("name")).trim(),
				permissions: chosen,
				days: Number(formData.get("days")),
			};
			const answer = await createToken(token);
			form.reset();
			setChosen([]);
			await made(answer);
			return undefined;
		});
	}
	return (
		<form className={formStyles.form} onSubmit={submit} onInput={forget} aria-labelledby="new-token">
			<h3 id="new-token">{text(locale, "tokenNew")}</h3>
			<Field
				label={text(locale, "tokenName")}
				hint={text(locale, "tokenNameHint")}
				error={fieldErrorText(locale, sending, "name")}
			>
				{(attributes) => <input {...attributes} name="name" required maxLength={64} autoComplete="off" />}
			</Field>
			<Choices
				label={text(locale, "tokenPermissions")}
				error={fieldErrorText(locale, sending, "permissions")}
				all={permissions}
				chosen={chosen}
				nameOf={(permission) => permissionText(locale, permission)}
				choose={setChosen}
			/>
			<Field label={text(locale, "tokenDays")} error={fieldErrorText(locale, sending, "days")}>
				{(attributes) => (
					<input {...attributes} name="days" type="number" required min={1} max={366} defaultValue={90} />
				)}
			</Field>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending, fields)}
			</p>
			<button type="submit" aria-disabled={sending.state === "sending"}>
				{text(locale, "tokenMake")}
			</button>
		</form>
	);
}
