import { isLoggedIn, onSessionChange, token } from "@pailou/core";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLoaderData, useLocation, useRevalidator } from "react-router-dom";
import { AcceptInvitation } from "@/admin/AcceptInvitation";
import { AdminNav } from "@/admin/AdminNav";
import styles from "@/admin/AdminPage.module.css";
import { adminRouteAt, isAllowed, subPath } from "@/admin/adminRoutes";
import { me } from "@/admin/api";
import { Commands } from "@/admin/Commands";
import { ConfirmDialog } from "@/admin/ConfirmDialog";
import noticeStyles from "@/admin/Notice.module.css";
import { OidcCallback } from "@/admin/OidcCallback";
import { roleText } from "@/admin/roles";
import { SetupForm } from "@/admin/SetupForm";
import { text } from "@/admin/text";
import { useInvitation } from "@/admin/useInvitation";
import { ProblemError } from "@/shared/http/api";
import type { User } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";
import { LoginForm } from "@/shared/login/LoginForm";
import { hasExpired, registerLoginForm, rememberedName, rememberName } from "@/shared/login/session";
import { Link } from "@/shared/ui/Link";
import { useHydrated } from "@/shared/useHydrated";
import { useLoggedIn } from "@/shared/useLoggedIn";

/**
 * Loads a page of the admin area. The server renders the login form, because it has no session; a browser with a token
 * loads the page again.
 */
export async function loader(args: LoadArgs) {
	const { locale, path, query } = addressAndLocaleOf(args);
	const { signal } = args.request;
	const part = adminRouteAt(path);
	const titled = (title: string) => ({ head: { title, hidden: true } });
	const name = text(locale, part.path === "/admin" ? "title" : part.name);
	if (!isLoggedIn()) return { ...titled(name), user: null, show: null };
	const login = token();
	const [user, { open }] = await Promise.all([loadUser(signal), part.load()]);
	if (user?.must_enroll) {
		const { openEnrollment } = await import("@/admin/account/Enroll");
		const show = await openEnrollment(locale, signal);
		return { ...titled(show.title ?? name), user, show };
	}
	const show =
		user && isAllowed(user, part) ? await open({ user, login, below: subPath(part, path), query, signal }) : null;
	return { ...titled(show?.title ?? name), user, show };
}

// Returns the user; null if the session has expired, because the login dialog handles an expired session.
async function loadUser(signal?: AbortSignal): Promise<User | null> {
	try {
		const user = await me(signal);
		rememberName(user.name);
		return user;
	} catch (error) {
		if (error instanceof ProblemError && error.problem.status === 401) return null;
		throw error;
	}
}

// Loaded on demand together with its messages, because few users need this component.
const OtherUserDrafts = lazy(async () => ({
	default: (await import("@/admin/pages/OtherUserDrafts")).OtherUserDrafts,
}));

// `typeof loader` is not used, because the router would remove functions from the type of the loaded data.
type LoaderData = Awaited<ReturnType<typeof loader>>;

export function Component() {
	const locale = useLocale();
	const { head, user, show } = useLoaderData<LoaderData>();
	const { revalidate } = useRevalidator();
	const loggedIn = useLoggedIn();
	const link = useInvitation();
	const invitation = link?.kind === "invite" ? link : undefined;
	// The page stays mounted after the session has expired, so that typed text is kept.
	const activeUser = loggedIn || hasExpired() ? user : null;
	const needsLogin = !activeUser && !loggedIn && !invitation;
	const setup = link?.kind === "setup" ? link : undefined;
	// After the session of a remembered user has expired, the login form is in the login dialog and not on the page.
	const hasDialog = hasExpired() && rememberedName() !== undefined;
	const heading = useFocusAfterLogin(needsLogin);
	// Loads the user again after a login, because a different user may have logged in, possibly in another tab.
	const hasUser = user !== null;
	useEffect(() => (hasUser ? onSessionChange((isIn) => isIn && void revalidate()) : undefined), [hasUser, revalidate]);
	return (
		<div className={styles.page} data-width={activeUser && !invitation ? (show?.width ?? "column") : undefined}>
			{activeUser && !activeUser.must_enroll && !invitation && (
				<div className={styles.head}>
					<AdminNav user={activeUser} />
					<Commands user={activeUser} />
				</div>
			)}
			<h1 ref={heading} tabIndex={-1}>
				{invitation || !activeUser ? text(locale, "title") : head.title}
			</h1>
			<noscript>
				<p>{text(locale, "needsScript")}</p>
			</noscript>
			<OidcCallback done={revalidate} />
			{invitation && <AcceptInvitation code={invitation.code} forget={invitation.forget} user={user} />}
			{activeUser && !loggedIn && <SessionEnded done={revalidate} />}
			{activeUser && !invitation && (show ? show() : <Forbidden user={activeUser} />)}
			{activeUser && <ConfirmDialog needsCode={activeUser.second_factor} hasPasskey={activeUser.passkey} />}
			{loggedIn && !user && !invitation && <UserLoading load={revalidate} />}
			{needsLogin && setup && <SetupForm code={setup.code} done={setup.forget} />}
			{needsLogin && !setup && hasDialog && <SessionEnded isEmpty done={revalidate} />}
			{needsLogin && !setup && !hasDialog && (
				<>
					<p>{text(locale, "login")}</p>
					<LoginForm done={revalidate} />
				</>
			)}
		</div>
	);
}

/** Loads the user if the browser has only a token: after server-side rendering, or after a login in another tab. */
function UserLoading({ load }: { load: () => void }) {
	const locale = useLocale();
	// biome-ignore lint/correctness/useExhaustiveDependencies: loads once, even if `load` changes.
	useEffect(() => {
		load();
	}, []);
	return <p role="status">{text(locale, "arriving")}</p>;
}

/** Moves the focus to the heading when `needsLogin` changes, if the focused form or logout button was removed. */
function useFocusAfterLogin(needsLogin: boolean) {
	const heading = useRef<HTMLHeadingElement>(null);
	const alive = useHydrated();
	const before = useRef<boolean>(undefined);
	useLayoutEffect(() => {
		if (!alive) return;
		const isOther = before.current !== undefined && before.current !== needsLogin;
		if (isOther && document.activeElement === document.body) heading.current?.focus();
		before.current = needsLogin;
	}, [alive, needsLogin]);
	return heading;
}

interface EndedProps {
	/** Whether the requested page was not loaded, so there is no input that could be lost. */
	isEmpty?: boolean;
	done: () => void;
}

/** Notice of an expired session, after the login dialog was closed without a login. */
function SessionEnded({ isEmpty = false, done }: EndedProps) {
	const locale = useLocale();
	const [again, setAgain] = useState(false);
	const notice = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (!again) return;
		const show = () => {
			notice.current?.scrollIntoView({ block: "start" });
			const field = (name: string) => notice.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
			// Focuses the password if the username is already filled in, otherwise the username.
			field(field("username")?.value ? "password" : "username")?.focus({ preventScroll: true });
		};
		show();
		// A request that needs a login shows this form instead of opening a second one.
		return registerLoginForm(show);
	}, [again]);
	return (
		<div ref={notice} className={noticeStyles.notice}>
			<p role="status">{text(locale, isEmpty ? "endedEmpty" : "ended")}</p>
			{again ? (
				<LoginForm inPlace done={done} />
			) : (
				<button type="button" onClick={() => setAgain(true)}>
					{text(locale, "endedAgain")}
				</button>
			)}
		</div>
	);
}

function Forbidden({ user }: { user: User }) {
	const locale = useLocale();
	const { pathname } = useLocation();
	const part = adminRouteAt(pathname);
	const role = roleText(locale, user.role);
	// Administrators cannot grant these permissions, because only owners have them.
	const isForOwners = part.permission === "backup" || part.permission === "assistant-model";
	return (
		<>
			<p>{text(locale, isForOwners ? "partForOwners" : "partForbidden", { role })}</p>
			{part.path === "/admin/pages" && (
				<Suspense fallback={null}>
					<OtherUserDrafts id={subPath(part, pathname)} by={user.id} />
				</Suspense>
			)}
			<p>
				<Link to="/admin">{text(locale, "partBack")}</Link>
			</p>
		</>
	);
}
