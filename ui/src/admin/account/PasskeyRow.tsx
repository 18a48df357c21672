import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { renamePasskey } from "@/admin/api";
import { ExactTime } from "@/admin/ExactTime";
import { useAction } from "@/admin/useAction";
import { failureOf, fieldErrorText } from "@/admin/useMutation";
import { usersText as text } from "@/admin/usersText";
import type { OwnPasskey } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import { controlsText } from "@/shared/ui/controlsText";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

export function PasskeyRow({ passkey, remove }: { passkey: OwnPasskey; remove: () => void }) {
	const locale = useLocale();
	const [isNaming, setNaming] = useState(false);
	const rename = useRef<HTMLButtonElement>(null);
	const before = useRef(isNaming);
	useLayoutEffect(() => {
		if (before.current && !isNaming) rename.current?.focus();
		before.current = isNaming;
	}, [isNaming]);
	const { id, name, created_at, used_at } = passkey;
	return (
		<li>
			<p className={listStyles.name}>{name}</p>
			<dl className={listStyles.properties}>
				<div>
					<dt>{text(locale, "passkeySince")}</dt>
					<dd>
						<ExactTime at={created_at} />
					</dd>
				</div>
				<div>
					<dt>{text(locale, "passkeyUsed")}</dt>
					<dd>{used_at === null ? text(locale, "never") : <ExactTime at={used_at} />}</dd>
				</div>
			</dl>
			{isNaming ? (
				<Rename id={id} name={name} close={() => setNaming(false)} />
			) : (
				<p className={listStyles.actions}>
					<button
						ref={rename}
						type="button"
						aria-label={text(locale, "passkeyRenameName", { name })}
						onClick={() => setNaming(true)}
					>
						{text(locale, "passkeyRename")}
					</button>
					<ConfirmButton
						label={text(locale, "passkeyRemove")}
						name={text(locale, "passkeyRemoveName", { name })}
						question={text(locale, "passkeyRemoveSure")}
						act={remove}
					/>
				</p>
			)}
		</li>
	);
}

function Rename({ id, name, close }: { id: string; name: string; close: () => void }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, forget } = useAction("passkeys");
	const field = useRef<HTMLInputElement>(null);
	useLayoutEffect(() => field.current?.select(), []);
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const typed = String(new FormData(event.currentTarget).get("name")).trim();
		act(async () => {
			await renamePasskey(id, typed);
			await revalidate();
			close();
			return text(locale, "passkeyRenamed", { name: typed });
		});
	}
	return (
		<form
			className={formStyles.form}
			onSubmit={submit}
			onInput={forget}
			aria-label={text(locale, "passkeyRenameName", { name })}
			onKeyDown={({ key }) => key === "Escape" && close()}
		>
			<Field label={text(locale, "passkeyName")} error={fieldErrorText(locale, sending, "name")}>
				{(attributes) => (
					<input
						{...attributes}
						ref={field}
						name="name"
						required
						maxLength={64}
						autoComplete="off"
						defaultValue={name}
					/>
				)}
			</Field>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending, ["name"])}
			</p>
			<p className={listStyles.actions}>
				<button type="submit" aria-disabled={sending.state === "sending"}>
					{text(locale, "save")}
				</button>
				<button type="button" onClick={close}>
					{controlsText(locale, "cancel")}
				</button>
			</p>
		</form>
	);
}
