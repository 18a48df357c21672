import { isLoggedIn } from "@pailou/core";
import { useEffect } from "react";
import { useLoaderData, useLocation, useRevalidator } from "react-router-dom";
import { writtenPage } from "@/landing/api";
import { Blocks } from "@/landing/Blocks";
import blocks from "@/landing/Blocks.module.css";
import { MoveBlock } from "@/landing/edit/MoveBlock";
import { useOrder } from "@/landing/edit/useOrder";
import { text } from "@/landing/text";
import { useEditLinks } from "@/landing/useEditLinks";
import styles from "@/landing/Written.module.css";
import type { Landing } from "@/landing/wire";
import { ProblemError } from "@/shared/api";
import { text as words } from "@/shared/edit/text";
import { Link } from "@/shared/Link";
import { type LoadArgs, placeOf } from "@/shared/load";
import { type Locale, useLocale } from "@/shared/locale";
import { LoginForm } from "@/shared/login/LoginForm";
import { useHydrated } from "@/shared/useHydrated";
import { useLoggedIn } from "@/shared/useLoggedIn";

/** The front page with its drafts, for whoever may read them. */
export async function loader(args: LoadArgs) {
	const { locale } = placeOf(args);
	const head = { title: text(locale, "written"), hidden: true };
	return { head, landing: isLoggedIn() ? await known(locale, args.request.signal) : null };
}

// A login that has ended is asked for anew, here or in the dialog.
async function known(locale: Locale, signal?: AbortSignal): Promise<Landing | null> {
	try {
		return await writtenPage(locale, signal);
	} catch (error) {
		if (error instanceof ProblemError && error.problem.status === 401) return null;
		throw error;
	}
}

export function Component() {
	const locale = useLocale();
	const { landing } = useLoaderData<typeof loader>();
	const loggedIn = useLoggedIn();
	const { revalidate } = useRevalidator();
	const shown = loggedIn ? landing : null;
	const hydrated = useHydrated();
	const { hash } = useLocation();
	useEditLinks(shown?.blocks, locale);
	const order = useOrder(shown, revalidate);
	const named = shown?.blocks.find(({ name }) => hash === `#${encodeURIComponent(name)}`)?.name;
	// It was not there yet when the browser looked for it.
	useEffect(() => {
		if (named) document.getElementById(named)?.scrollIntoView();
	}, [named]);
	// The first page came from the server, which knows nobody.
	useEffect(() => {
		if (loggedIn && !landing) void revalidate();
	}, [loggedIn, landing, revalidate]);
	// What was written in another tab meanwhile is there when somebody comes back to look.
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
					<p>
						<Link to="/admin/pages?area=landing">{words(locale, "begin")}</Link>{" "}
						<Link to="/admin/pages?area=landing&state=changed">{words(locale, "publish")}</Link>
					</p>
				</div>
				<p role="status" className="visually-hidden">
					{!order.told?.isFault && order.told?.words}
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
			{loggedIn && <p role="status">{text(locale, "writtenComing")}</p>}
			{hydrated && !loggedIn && (
				<>
					<p>{text(locale, "writtenLogin")}</p>
					<LoginForm done={revalidate} />
				</>
			)}
		</div>
	);
}
