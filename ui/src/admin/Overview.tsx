import styles from "@/admin/AdminPage.module.css";
import { text } from "@/admin/text";
import { Link } from "@/shared/Link";
import { useLocale, withLocale } from "@/shared/locale";
import { logOut } from "@/shared/login/session";
import type { User } from "@/shared/wire";

/** Who is logged in, and what can be administered in this version: from the command line. */
export function Overview({ user }: { user: User }) {
	const locale = useLocale();
	const commands = [
		{ command: "pailou import DIR", meaning: text(locale, "import") },
		{ command: "pailou export DIR", meaning: text(locale, "export") },
		{ command: "pailou user add NAME --role ROLE", meaning: text(locale, "users") },
	];
	return (
		<>
			<dl className={styles.user}>
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
			<h2>{text(locale, "nowTitle")}</h2>
			<p>{text(locale, "now")}</p>
			<dl className={styles.commands}>
				{commands.map(({ command, meaning }) => (
					<div key={command}>
						<dt>
							<code>{command}</code>
						</dt>
						<dd>{meaning}</dd>
					</div>
				))}
			</dl>
			<ul className={styles.ways}>
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
		</>
	);
}

function roleText(locale: Parameters<typeof text>[0], role: string): string {
	if (role === "owner") return text(locale, "roleOwner");
	if (role === "admin") return text(locale, "roleAdmin");
	return role;
}
