import { isLoggedIn } from "@pailou/core";
import { useEffect } from "react";
import { useLoaderData, useRevalidator } from "react-router-dom";
import styles from "@/admin/AdminPage.module.css";
import { conflicts, feedback, me, sources } from "@/admin/api";
import { Feedback } from "@/admin/Feedback";
import { Overview } from "@/admin/Overview";
import { Sources } from "@/admin/Sources";
import { text } from "@/admin/text";
import { ProblemError } from "@/shared/api";
import { type LoadArgs, placeOf } from "@/shared/load";
import { useLocale } from "@/shared/locale";
import { LoginForm } from "@/shared/login/LoginForm";
import { openSession } from "@/shared/login/session";
import { useLoggedIn } from "@/shared/useLoggedIn";
import type { User } from "@/shared/wire";

/** The server knows no visitor, so its answer is the login form; a browser with a token asks again. */
export async function loader(args: LoadArgs) {
	const { locale, query } = placeOf(args);
	const head = { title: text(locale, "title"), hidden: true };
	const user = isLoggedIn() ? await known(args.request.signal) : null;
	const more = user && administers(user) ? await ofAdministrators(args.request.signal) : null;
	return { head, setup: query.setup ?? null, user, more };
}

function administers({ role }: User): boolean {
	return role === "owner" || role === "admin";
}

async function ofAdministrators(signal?: AbortSignal) {
	const [git, inConflict, said] = await Promise.all([sources(signal), conflicts(signal), feedback(1, signal)]);
	return { sources: git, conflicts: inConflict, feedback: said };
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
	const { user, setup, more } = useLoaderData<typeof loader>();
	const { revalidate } = useRevalidator();
	const loggedIn = useLoggedIn();
	return (
		<div className={styles.page}>
			<h1>{text(locale, "title")}</h1>
			<noscript>
				<p>{text(locale, "needsScript")}</p>
			</noscript>
			{loggedIn && user && <Overview user={user} />}
			{loggedIn && more && <Sources sources={more.sources} conflicts={more.conflicts.data} reload={revalidate} />}
			{loggedIn && more && <Feedback first={more.feedback} />}
			{loggedIn && !user && <Arriving load={revalidate} />}
			{!loggedIn && setup !== null && (
				<>
					<p>{text(locale, "setup")}</p>
					<LoginForm
						fresh
						done={revalidate}
						send={(username, password) => openSession("/api/v1/setup", { code: setup, username, password })}
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
