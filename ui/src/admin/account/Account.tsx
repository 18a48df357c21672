import type { ReactElement } from "react";
import { Devices } from "@/admin/account/Devices";
import { Password } from "@/admin/account/Password";
import { SecondStep } from "@/admin/account/SecondStep";
import { Tokens } from "@/admin/account/Tokens";
import { ownSessions, ownTokens } from "@/admin/api";
import styles from "@/admin/People.module.css";
import type { Asked } from "@/admin/parts";
import { limitsText, peopleText as text } from "@/admin/peopleText";
import { roleText } from "@/admin/roles";
import type { OwnSession, OwnToken } from "@/admin/wire";
import { useLocale } from "@/shared/locale";
import type { User } from "@/shared/wire";

export async function open({ user, signal }: Asked): Promise<() => ReactElement> {
	const [sessions, tokens] = await Promise.all([ownSessions(signal), ownTokens(signal)]);
	return () => <Account user={user} sessions={sessions} tokens={tokens} />;
}

interface AccountProps {
	user: User;
	sessions: OwnSession[];
	tokens: OwnToken[];
}

/** What somebody can do about their own account. */
function Account({ user, sessions, tokens }: AccountProps) {
	const locale = useLocale();
	const facts = [
		[text(locale, "name"), user.name],
		[text(locale, "role"), roleText(locale, user.role)],
		[text(locale, "locales"), limitsText(locale, user.locales)],
		[text(locale, "areas"), limitsText(locale, user.areas)],
	];
	return (
		<div className={styles.part}>
			<dl className={styles.facts}>
				{facts.map(([name, value]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			<Password name={user.name} />
			<SecondStep isOn={user.second_factor} />
			<Devices sessions={sessions} />
			<Tokens user={user} tokens={tokens} />
		</div>
	);
}
