import { isLoggedIn } from "@pailou/core";
import { useEffect } from "react";
import { useLoaderData, useRevalidator } from "react-router-dom";
import styles from "@/admin/AdminPage.module.css";
import { conflicts, me, sources } from "@/admin/api";
import { Overview } from "@/admin/Overview";
import { Sources } from "@/admin/Sources";
import { text } from "@/admin/text";
import { ProblemError } from "@/shared/api";
import { type LoadArgs, placeOf } from "@/shared/load";
import { useLocale } from "@/shared/locale";
import { LoginForm } from "@/shared/login/LoginForm";
import { setUp } from "@/shared/login/session";
import { useLoggedIn } from "@/shared/useLoggedIn";
import type { User } from "@/shared/wire";

/** The server knows no visitor, so its answer is the login form; a browser with a token asks again. */
export async function loader(args: LoadArgs) {
	const { locale, query } = placeOf(args);
	const head = { title: text(locale, "title"), hidden: true };
	const user = isLoggedIn() ? await known(args.request.signal) : null;
	const git = user && administers(user) ? await ofGit(args.request.signal) : null;
	return { head, setup: query.setup ?? null, user, git };
}

function administers({ role }: User): boolean {
	return role === "owner" || role === "admin";
}

async function ofGit(signal?: AbortSignal) {
	return { sources: await sources(signal), conflicts: await conflicts(signal) };
}

// An expired login is the login dialog's matter; the page below it shows the form.
async function known(signal?: AbortSignal): Promise<User | null> {
	try {
		return await me(signal);
	} catch (error) {
		if (error instanceof ProblemError && error.problem.status === 401) return null;
		throw error;
	}
}

export function Component() {
	const locale = useLocale();
	const { user, setup, git } = useLoaderData<typeof loader>();
	const { revalidate } = useRevalidator();
	const loggedIn = useLoggedIn();
	return (
		<div className={styles.page}>
			<h1>{text(locale, "title")}</h1>
			<noscript>
				<p>{text(locale, "needsScript")}</p>
			</noscript>
			{loggedIn && user && <Overview user={user} />}
			{loggedIn && git && <Sources sources={git.sources} conflicts={git.conflicts.data} reload={revalidate} />}
			{loggedIn && !user && <Arriving load={revalidate} />}
			{!loggedIn && setup !== null && (
				<>
					<p>{text(locale, "setup")}</p>
					<LoginForm
						fresh
						done={revalidate}
						send={(username, password) => setUp(setup, username, password)}
						words={{ submit: text(locale, "setupSubmit"), hint: text(locale, "setupHint") }}
					/>
				</>
			)}
			{!loggedIn && setup === null && (
				<>
					<p>{text(locale, "login")}</p>
					<LoginForm done={revalidate} />
				</>
			)}
		</div>
	);
}

/** A token and no name yet: the first page came from the server, or the login from another tab. */
function Arriving({ load }: { load: () => void }) {
	const locale = useLocale();
	// biome-ignore lint/correctness/useExhaustiveDependencies: asks once, whatever `load` is then.
	useEffect(() => {
		load();
	}, []);
	return <p role="status">{text(locale, "arriving")}</p>;
}
