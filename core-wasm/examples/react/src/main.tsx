import { clearToken, isLoggedIn, onLoginExpired, onSessionChange, sendList, setToken } from "@pailou/core";
import { StrictMode, useEffect, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";

interface Row {
	title: string;
}

/** Whether the visitor is logged in; also changes when another tab logs in or out. */
function useLoggedIn(): boolean {
	return useSyncExternalStore(onSessionChange, isLoggedIn);
}

/** Status text of the response that requires a new login; undefined if no login is required. */
function useExpiry(): string | undefined {
	const [reason, setReason] = useState<string>();
	useEffect(
		() =>
			onLoginExpired(({ statusText }) => {
				clearToken();
				setReason(statusText);
			}),
		[],
	);
	return reason;
}

function Pages() {
	const loggedIn = useLoggedIn();
	const expiry = useExpiry();
	const [rows, setRows] = useState<Row[]>([]);
	useEffect(() => {
		const leaving = new AbortController();
		sendList<Row>("/api/v1/public/docs", { signal: leaving.signal })
			.then(({ data }) => setRows(data))
			.catch((error: unknown) => leaving.signal.aborted || console.error(error));
		return () => leaving.abort();
	}, []);
	// Ten requests fail at the same time, but the visitor is prompted once.
	const fail = () => {
		setToken("an-expired-token");
		for (let n = 0; n < 10; n += 1) sendList("/api/v1/pages").catch(() => {});
	};
	return (
		<main>
			<ul>
				{rows.map(({ title }) => (
					<li key={title}>{title}</li>
				))}
			</ul>
			<button type="button" onClick={fail}>
				Ask with an expired token
			</button>
			<p role="status">
				{loggedIn ? "Logged in" : "Logged out"} {expiry}
			</p>
		</main>
	);
}

const root = document.getElementById("root");
if (root) {
	createRoot(root).render(
		<StrictMode>
			<Pages />
		</StrictMode>,
	);
}
