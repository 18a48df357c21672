import type { ReactElement } from "react";
import { LinkedProvider } from "@/admin/account/Linked";
import { Passkeys } from "@/admin/account/Passkeys";
import { Password } from "@/admin/account/Password";
import { PreviewLinks, revocableLinks } from "@/admin/account/PreviewLinks";
import { Sessions } from "@/admin/account/Sessions";
import { Tokens } from "@/admin/account/Tokens";
import { TwoFactor } from "@/admin/account/TwoFactor";
import type { RouteArgs } from "@/admin/adminRoutes";
import { loginMethods, ownLink, ownPasskeys, ownSecondFactor, ownSessions, ownTokens } from "@/admin/api";
import { roleText } from "@/admin/roles";
import sectionStyles from "@/admin/section.module.css";
import { LastOutcome } from "@/admin/useAction";
import { limitsText, usersText as text } from "@/admin/usersText";
import type {
	ListedPreviewLink,
	OidcLabel,
	OwnLink,
	OwnPasskey,
	OwnSession,
	OwnToken,
	SecondFactorState,
	User,
} from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import listStyles from "@/shared/ui/list.module.css";

export async function open({ user, signal }: RouteArgs): Promise<() => ReactElement> {
	const lists = [
		linked(signal),
		ownPasskeys(signal),
		ownSessions(signal),
		ownTokens(signal),
		ownSecondFactor(signal),
		revocableLinks(user, signal),
	] as const;
	const [provider, passkeys, sessions, tokens, second, links] = await Promise.all(lists);
	return () => (
		<Account
			user={user}
			provider={provider}
			passkeys={passkeys}
			sessions={sessions}
			tokens={tokens}
			second={second}
			links={links}
		/>
	);
}

interface Provider {
	label: OidcLabel;
	link: OwnLink;
}

async function linked(signal?: AbortSignal): Promise<Provider | null> {
	const { oidc } = await loginMethods(signal);
	return oidc && { label: oidc, link: await ownLink(signal) };
}

interface AccountProps {
	user: User;
	provider: Provider | null;
	passkeys: OwnPasskey[];
	sessions: OwnSession[];
	tokens: OwnToken[];
	second: SecondFactorState;
	links: ListedPreviewLink[] | null;
}

/** Page of the user's own account. */
function Account({ user, provider, passkeys, sessions, tokens, second, links }: AccountProps) {
	const locale = useLocale();
	const facts = [
		[text(locale, "name"), user.name],
		[text(locale, "role"), roleText(locale, user.role)],
		[text(locale, "locales"), limitsText(locale, user.locales)],
		[text(locale, "areas"), limitsText(locale, user.areas)],
	];
	return (
		<div className={sectionStyles.section}>
			<dl className={listStyles.properties}>
				{facts.map(([name, value]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			<LastOutcome>
				<Password name={user.name} />
				<TwoFactor isOn={user.second_factor} codes={second.recovery_codes} />
				<Passkeys passkeys={passkeys} />
				{provider && <LinkedProvider {...provider} />}
				<Sessions sessions={sessions} />
				<Tokens user={user} tokens={tokens} />
				{links && <PreviewLinks links={links} />}
			</LastOutcome>
		</div>
	);
}
