import { clearToken } from "@pailou/core";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { verifyInvitation } from "@/admin/api";
import { moment } from "@/admin/moment";
import { text } from "@/admin/text";
import type { Invitation } from "@/admin/useInvitation";
import { limitsText, usersText } from "@/admin/usersText";
import { ProblemError } from "@/shared/http/api";
import type { InvitationDetails, User } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { CodeField, LoginForm } from "@/shared/login/LoginForm";
import form from "@/shared/login/LoginForm.module.css";
import { loginErrorText } from "@/shared/login/loginError";
import { logIn, type Outcome, openSession } from "@/shared/login/requests";
import { loginText } from "@/shared/login/text";
import listStyles from "@/shared/ui/list.module.css";

type State =
	| { state: "looking" }
	| { state: "found"; found: InvitationDetails }
	/** The new password is saved, and the link is no longer valid. The account requires a second factor. */
	| { state: "saved"; username: string; password: string }
	| { state: "failed"; error: ProblemError | undefined };

interface AcceptInvitationProps extends Pick<Invitation, "code" | "forget"> {
	/** User of the session in this browser; null if there is none. */
	user: User | null;
}

/** Page for an invitation or a password reset link: shows the purpose of the link and the form to use the link. */
export function AcceptInvitation({ code, forget, user }: AcceptInvitationProps) {
	const locale = useLocale();
	const [state, setState] = useState<State>({ state: "looking" });
	const verify = useCallback(async () => {
		setState({ state: "looking" });
		try {
			setState({ state: "found", found: await verifyInvitation(code) });
		} catch (error) {
			setState({ state: "failed", error: error instanceof ProblemError ? error : undefined });
		}
	}, [code]);
	useEffect(() => {
		void verify();
	}, [verify]);

	if (state.state === "looking") return <p role="status">{text(locale, "invitedLooking")}</p>;
	if (state.state === "failed") {
		const { error } = state;
		const isExpired = error?.problem.status === 410;
		return (
			<>
				<p role="alert">{error ? loginErrorText(locale, error) : loginText(locale, "offline")}</p>
				{isExpired && (
					<p>{user ? text(locale, "invitedNeedless", { name: user.name }) : text(locale, "invitedGone")}</p>
				)}
				<button type="button" onClick={isExpired ? forget : () => void verify()}>
					{text(locale, isExpired ? (user ? "partBack" : "invitedLogin") : "invitedAgain")}
				</button>
			</>
		);
	}
	if (state.state === "saved") return <OnlyCode username={state.username} password={state.password} done={forget} />;

	async function accept(username: string, password: string): Promise<Outcome> {
		const outcome = await openSession("/api/v1/invitation/accept", { code, username, password });
		if (outcome.state === "refused" && outcome.error.problem.code === "code-needed") {
			// The server has set the new password and revoked the session of this browser.
			clearToken();
			setState({ state: "saved", username, password });
		}
		return outcome;
	}
	const { kind, role, locales, areas, name, expires_at } = state.found;
	const isReset = kind === "reset";
	const limits: [name: string, limits: string[]][] = [
		[usersText(locale, "locales"), locales],
		[usersText(locale, "areas"), areas],
	];
	const isLimited = !isReset && limits.some(([, limits]) => limits.length > 0);
	return (
		<>
			<p>{isReset ? text(locale, "invitedReset") : text(locale, `invited.${role}`)}</p>
			{isLimited && (
				<dl className={listStyles.summary}>
					{limits.map(
						([name, limits]) =>
							limits.length > 0 && (
								<div key={name}>
									<dt>{name}</dt>
									<dd>{limitsText(locale, limits)}</dd>
								</div>
							),
					)}
				</dl>
			)}
			{user && <p>{text(locale, "invitedIn", { name: user.name })}</p>}
			<LoginForm
				isNewPassword
				{...(isReset && name !== null && { name })}
				send={accept}
				words={{
					submit: text(locale, isReset ? "invitedResetSubmit" : "invitedSubmit"),
					hint: text(locale, "invitedHint"),
				}}
				// `forget` navigates, which loads the page again, for the account that has logged in.
				done={forget}
			/>
			<p>
				<small>{text(locale, "invitedUntil", { moment: moment(expires_at) })}</small>
			</p>
			<button type="button" data-kind="quiet" onClick={forget}>
				{text(locale, user ? "partBack" : isReset ? "invitedRemembered" : "invitedInstead")}
			</button>
		</>
	);
}

interface OnlyCodeProps {
	username: string;
	password: string;
	done: () => void;
}

/** Login form that requests only the second factor, because the user has just set the password. */
function OnlyCode({ username, password, done }: OnlyCodeProps) {
	const locale = useLocale();
	const [state, setState] = useState<{ state: "asking" } | { state: "sending" } | Outcome>({ state: "asking" });
	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const code = String(new FormData(event.currentTarget).get("code")).trim();
		setState({ state: "sending" });
		const outcome = await logIn(username, password, code);
		setState(outcome);
		if (outcome.state === "in") done();
	}
	const sending = state.state === "sending";
	const error = state.state === "refused" ? state.error : undefined;
	const isWrong = error?.problem.code === "code-wrong";
	return (
		<>
			<p role="status">{text(locale, "invitedSaved")}</p>
			<form className={form.form} onSubmit={submit}>
				<CodeField wrong={isWrong} />
				<p role="alert" className={form.message}>
					{error && !isWrong && loginErrorText(locale, error)}
					{state.state === "unreachable" && loginText(locale, "offline")}
				</p>
				<button type="submit" data-kind="primary" aria-disabled={sending}>
					{sending ? loginText(locale, "busy") : text(locale, "invitedLogin")}
				</button>
			</form>
		</>
	);
}
