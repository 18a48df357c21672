import type { ReactElement } from "react";
import { useRevalidator } from "react-router-dom";
import type { RouteArgs } from "@/admin/adminRoutes";
import { conflicts, feedback, siteSettings, sources } from "@/admin/api";
import { Feedback } from "@/admin/Feedback";
import noticeStyles from "@/admin/Notice.module.css";
import styles from "@/admin/Overview.module.css";
import { may, roleText } from "@/admin/roles";
import { Sources } from "@/admin/Sources";
import { text } from "@/admin/text";
import type { List } from "@/shared/http/api";
import type { ListedConflict, ListedFeedback, SourceState, User } from "@/shared/http/types";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { logOut } from "@/shared/login/requests";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

export async function open({ user, signal }: RouteArgs): Promise<() => ReactElement> {
	const [git, listedFeedback, settings] = await Promise.all([
		may(user, "sources") ? sourceState(signal) : null,
		may(user, "feedback") ? feedback(1, signal) : null,
		may(user, "config") ? siteSettings(signal) : null,
	]);
	return () => (
		<Overview
			user={user}
			needsUrl={settings?.needs_url ?? false}
			sources={git?.sources ?? null}
			conflicts={git?.conflicts ?? []}
			listedFeedback={listedFeedback}
		/>
	);
}

/**
 * Requests the Git sources before the conflicts. If the first response contains no running update, the list of
 * conflicts is complete.
 */
async function sourceState(signal?: AbortSignal) {
	const git = await sources(signal);
	const { data } = await conflicts(signal);
	return { sources: git, conflicts: data };
}

/** Links to frequent tasks, with the required permission. */
const tasks = [
	["/admin/pages#new", "toNewPage", "pages-edit"],
	["/admin/pages?state=changed", "toChanged", "pages-read"],
	["/admin/pages?state=outdated", "toOutdated", "pages-read"],
] as const;

interface OverviewProps {
	user: User;
	/** Whether the setting `site.url` is missing. */
	needsUrl: boolean;
	/** Null if the user lacks the permission. */
	sources: SourceState[] | null;
	conflicts: ListedConflict[];
	listedFeedback: List<ListedFeedback> | null;
}

/** Start page of the admin area: the user, the state of the Git sources, conflicts, and feedback. */
function Overview({ user, needsUrl, sources, conflicts, listedFeedback }: OverviewProps) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	return (
		<>
			{needsUrl && (
				<p role="alert" className={noticeStyles.notice}>
					{text(locale, "needsUrl", { origin: location.origin })}
				</p>
			)}
			<dl className={listStyles.summary}>
				<div>
					<dt>{text(locale, "name")}</dt>
					<dd>{user.name}</dd>
				</div>
				<div>
					<dt>{text(locale, "role")}</dt>
					<dd>{roleText(locale, user.role)}</dd>
				</div>
			</dl>
			<button type="button" onClick={() => void logOut()}>
				{text(locale, "logout")}
			</button>
			<ul className={styles.links}>
				{tasks
					.filter(([, , permission]) => may(user, permission))
					.map(([to, name]) => (
						<li key={to}>
							<Link to={to}>{text(locale, name)}</Link>
						</li>
					))}
				<li>
					<Link to="/localization">{text(locale, "toLocalization")}</Link>
				</li>
				<li>
					<Link to="/datastat">{text(locale, "toDatastat")}</Link>
				</li>
				<li>
					<Link to={withLocale("/docs", locale)}>{text(locale, "toDocs")}</Link>
				</li>
			</ul>
			{sources && <Sources sources={sources} conflicts={conflicts} reload={revalidate} />}
			{listedFeedback && <Feedback first={listedFeedback} />}
		</>
	);
}
