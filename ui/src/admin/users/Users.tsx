import type { FormEvent, ReactElement } from "react";
import { Form, useNavigate } from "react-router-dom";
import type { RouteArgs } from "@/admin/adminRoutes";
import { invitations, secondFactorPolicy, users } from "@/admin/api";
import { Pagination } from "@/admin/Pagination";
import sectionStyles from "@/admin/section.module.css";
import { LastOutcome } from "@/admin/useAction";
import { Invitations } from "@/admin/users/Invitations";
import { SecondFactorPolicy } from "@/admin/users/SecondFactorPolicy";
import { UserRow } from "@/admin/users/UserRow";
import { usersText as text } from "@/admin/usersText";
import { pageNumber, searchOf } from "@/shared/address";
import type { Invitation, ListedUser, SecondFactorPolicy as Policy, User } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { withTrailingSpace } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

const path = "/admin/users";

export async function open({ user, query, signal }: RouteArgs): Promise<() => ReactElement> {
	const q = query.q ?? "";
	const page = pageNumber(query.page);
	const lists = [users(q, page, signal), invitations(signal), secondFactorPolicy(signal)] as const;
	const [found, open, policy] = await Promise.all(lists);
	const total = found.total ?? found.data.length;
	return () => (
		<Users user={user} q={q} page={page} rows={found.data} total={total} invitations={open} policy={policy} />
	);
}

interface UsersProps {
	user: User;
	/** Search query for names. */
	q: string;
	page: number;
	rows: ListedUser[];
	total: number;
	invitations: Invitation[];
	policy: Policy;
}

/** List of all accounts and invitations. */
function Users({ user, q, page, rows, total, invitations, policy }: UsersProps) {
	const locale = useLocale();
	const navigate = useNavigate();
	const isOnlyUser = q === "" && total === 1 && rows[0]?.name === user.name;

	function find(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const query = String(new FormData(event.currentTarget).get("q")).trim();
		navigate(path + searchOf({ q: query || undefined }));
	}

	return (
		<div className={sectionStyles.section}>
			<Form role="search" action={path} className={formStyles.row} onSubmit={find}>
				<Field label={text(locale, "usersFind")}>
					{(attributes) => (
						<input {...attributes} key={q} name="q" type="search" defaultValue={q} maxLength={64} autoComplete="off" />
					)}
				</Field>
				<button type="submit">{text(locale, "usersFindSubmit")}</button>
			</Form>
			<p role="status">{text(locale, "usersCount", { count: number(total) })}</p>
			{total === 0 && (
				<p>
					{withTrailingSpace(text(locale, "usersNone", { q }))}
					<Link to={path}>{text(locale, "usersAll")}</Link>
				</p>
			)}
			<LastOutcome>
				<ul className={listStyles.rows} aria-label={text(locale, "users")}>
					{rows.map((row) => (
						<UserRow key={row.id} user={user} row={row} />
					))}
				</ul>
				{isOnlyUser && <p>{text(locale, "usersAlone")}</p>}
				<Pagination path={path} query={{ q: q || undefined }} page={page} total={total} />
				<Invitations user={user} invitations={invitations} />
				<SecondFactorPolicy key={policy.revision} user={user} policy={policy} />
			</LastOutcome>
		</div>
	);
}
