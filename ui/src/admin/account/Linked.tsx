import { useRevalidator } from "react-router-dom";
import { beginLink, unlinkProvider } from "@/admin/api";
import { ExactTime } from "@/admin/ExactTime";
import sectionStyles from "@/admin/section.module.css";
import { useAction } from "@/admin/useAction";
import { failureOf } from "@/admin/useMutation";
import { usersText as text } from "@/admin/usersText";
import type { OidcLabel, OwnLink } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { redirectToProvider } from "@/shared/login/provider";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

/** Buttons that link the account to the identity provider, or remove this link. */
export function LinkedProvider({ label, link }: { label: OidcLabel; link: OwnLink }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, message } = useAction("linked");
	const name = locale === "zh-CN" ? label.zh : label.en;
	const make = () =>
		act(async () => {
			await redirectToProvider("link", beginLink);
			return undefined;
		});
	const undo = () =>
		act(async () => {
			await unlinkProvider();
			await revalidate();
			return text(locale, "linkEnded", { label: name });
		});
	return (
		<section aria-labelledby="linked" className={sectionStyles.section}>
			<h2 id="linked">{name}</h2>
			<p>{text(locale, "linkIntro", { label: name })}</p>
			{link.linked_at !== null && (
				<dl className={listStyles.properties}>
					<div>
						<dt>{text(locale, "linkSince")}</dt>
						<dd>
							<ExactTime at={link.linked_at} />
						</dd>
					</div>
				</dl>
			)}
			<p className={listStyles.actions}>
				{link.linked_at === null ? (
					<button type="button" onClick={make}>
						{text(locale, "linkMake", { label: name })}
					</button>
				) : (
					<ConfirmButton
						label={text(locale, "linkEnd")}
						name={text(locale, "linkEnd")}
						question={text(locale, "linkEndSure", { label: name })}
						act={undo}
					/>
				)}
			</p>
			<p role="status">{message}</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</section>
	);
}
