import { useRevalidator } from "react-router-dom";
import { previewLinks, revokePreviewLink } from "@/admin/api";
import { ExactTime } from "@/admin/ExactTime";
import sectionStyles from "@/admin/section.module.css";
import { useAction } from "@/admin/useAction";
import { failureOf } from "@/admin/useMutation";
import { useRestoreFocus } from "@/admin/useRestoreFocus";
import { limitText, usersText as text } from "@/admin/usersText";
import type { ListedPreviewLink, User } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

/** Returns the preview links that this user may revoke; null if the user has no permission to edit texts. */
export async function revocableLinks(user: User, signal?: AbortSignal): Promise<ListedPreviewLink[] | null> {
	const isEditor = user.permissions.includes("pages-edit") || user.permissions.includes("translations-edit");
	return isEditor ? previewLinks(signal) : null;
}

/** List of preview links, which show drafts to readers without an account. */
export function PreviewLinks({ links }: { links: ListedPreviewLink[] }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, message } = useAction("preview-links");
	const list = useRestoreFocus(links);
	const revoke = (link: ListedPreviewLink) =>
		act(async () => {
			await revokePreviewLink(link);
			await revalidate();
			return text(locale, "previewLinkRevoked", { title: link.title });
		});
	return (
		<section aria-labelledby="preview-links" className={sectionStyles.section}>
			<h2 id="preview-links" tabIndex={-1}>
				{text(locale, "previewLinksTitle")}
			</h2>
			<p>{text(locale, links.length > 0 ? "previewLinksIntro" : "previewLinksNone")}</p>
			<ul ref={list} className={listStyles.rows}>
				{links.map((link) => (
					<li key={link.id}>
						<p className={listStyles.name}>
							<Link to={`/admin/pages/${link.page}`}>{link.title}</Link>
						</p>
						<dl className={listStyles.properties}>
							<div>
								<dt>{text(locale, "previewLinkLanguage")}</dt>
								<dd>{limitText(locale, link.locale.slice(0, 2))}</dd>
							</div>
							<div>
								<dt>{text(locale, "previewLinkBy")}</dt>
								<dd>{link.created_by}</dd>
							</div>
							<div>
								<dt>{text(locale, "invitationUntil")}</dt>
								<dd>
									<ExactTime at={link.expires_at} />
								</dd>
							</div>
						</dl>
						<p className={listStyles.actions}>
							<button
								type="button"
								aria-label={text(locale, "previewLinkRevokeName", { title: link.title })}
								onClick={() => revoke(link)}
							>
								{text(locale, "previewLinkRevoke")}
							</button>
						</p>
					</li>
				))}
			</ul>
			<p role="status">{message}</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</section>
	);
}
