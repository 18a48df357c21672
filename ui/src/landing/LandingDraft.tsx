import { isLoggedIn } from "@pailou/core";
import { useEffect } from "react";
import { useLoaderData, useLocation, useRevalidator } from "react-router-dom";
import { me, writtenPage } from "@/landing/api";
import { Blocks } from "@/landing/Blocks";
import blocks from "@/landing/Blocks.module.css";
import { MoveBlock } from "@/landing/edit/MoveBlock";
import { useOrder } from "@/landing/edit/useOrder";
import styles from "@/landing/LandingDraft.module.css";
import { text } from "@/landing/text";
import { useEditLinks } from "@/landing/useEditLinks";
import { mayWrite } from "@/shared/edit/mayWrite";
import { text as words } from "@/shared/edit/text";
import { ProblemError } from "@/shared/http/api";
import type { Landing } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";
import { LoginForm } from "@/shared/login/LoginForm";
import { Link } from "@/shared/ui/Link";
import { useHydrated } from "@/shared/useHydrated";
import { useLoggedIn } from "@/shared/useLoggedIn";

/** Loads the front page with its drafts, for users who may read drafts. */
export async function loader(args: LoadArgs) {
	const { locale } = addressAndLocaleOf(args);
	const head = { title: text(locale, "written"), hidden: true };
	return { head, ...(isLoggedIn() ? await loadDraft(locale, args.request.signal) : nothing) };
}

interface DraftData {
	landing: Landing | null;
	/** Whether the user may create blocks and publish drafts. */
	mayChange: boolean;
	/** Whether the role of the user has no access to this page. */
	isForbidden: boolean;
}

const languages = ["zh-CN", "en-US"] as const;

const nothing: DraftData = { landing: null, mayChange: false, isForbidden: false };

async function loadDraft(locale: Locale, signal?: AbortSignal): Promise<DraftData> {
	try {
		const [user, landing] = await Promise.all([me(signal), writtenPage(locale, signal)]);
		const mayChange = languages.some((language) => mayWrite(user, "landing", language, undefined));
		return { landing, mayChange, isForbidden: false };
	} catch (error) {
		const status = error instanceof ProblemError ? error.problem.status : undefined;
		// If the session has expired, the page shows the login form or the login dialog.
		if (status === 401 || status === 403) return { ...nothing, isForbidden: status === 403 };
		throw error;
	}
}

export function Component() {
	const locale = useLocale();
	const { landing, mayChange, isForbidden } = useLoaderData<typeof loader>();
	const loggedIn = useLoggedIn();
	const { revalidate } = useRevalidator();
	const shown = loggedIn ? landing : null;
	const hydrated = useHydrated();
	const { hash } = useLocation();
	useEditLinks(shown?.blocks, locale);
	const order = useOrder(shown, revalidate);
	const named = shown?.blocks.find(({ name }) => hash === `#${encodeURIComponent(name)}`)?.name;
	// Scrolls to the block of the fragment, which did not exist when the browser scrolled.
	useEffect(() => {
		if (named) document.getElementById(named)?.scrollIntoView();
	}, [named]);
	// The server renders the page without a session, so the drafts are loaded after hydration.
	useEffect(() => {
		if (loggedIn && !landing && !isForbidden) void revalidate();
	}, [loggedIn, landing, isForbidden, revalidate]);
	// Another tab may have changed the drafts, so they are loaded again when this tab becomes visible.
	useEffect(() => {
		const look = () => {
			if (document.visibilityState === "visible" && isLoggedIn()) void revalidate();
		};
		document.addEventListener("visibilitychange", look);
		return () => document.removeEventListener("visibilitychange", look);
	}, [revalidate]);

	if (shown)
		return (
			<>
				<div role="note" className={styles.note}>
					<p>{text(locale, "writtenNote")}</p>
					{mayChange && (
						<p>
							<Link to="/admin/pages?area=landing">{words(locale, "begin")}</Link>{" "}
							<Link to="/admin/pages?area=landing&state=changed">{words(locale, "publish")}</Link>
						</p>
					)}
					<p>
						<Link to="/admin">{text(locale, "writtenBack")}</Link>
					</p>
				</div>
				<p role="status" className="visually-hidden">
					{!order.message?.isError && order.message?.text}
				</p>
				<Blocks blocks={shown.blocks} before={({ name }) => <MoveBlock name={name} order={order} />} />
			</>
		);
	return (
		<div className={`${blocks.block} ${styles.login}`}>
			<h1>{text(locale, "written")}</h1>
			<noscript>
				<p>{text(locale, "writtenNeedsScript")}</p>
			</noscript>
			{loggedIn && !isForbidden && <p role="status">{text(locale, "writtenComing")}</p>}
			{loggedIn && isForbidden && (
				<>
					<p>{text(locale, "writtenForbidden")}</p>
					<p>
						<Link to="/admin">{text(locale, "writtenBack")}</Link>
					</p>
				</>
			)}
			{hydrated && !loggedIn && (
				<>
					<p>{text(locale, "writtenLogin")}</p>
					<LoginForm done={revalidate} />
				</>
			)}
		</div>
	);
}
