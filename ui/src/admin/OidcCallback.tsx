import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { linkProvider } from "@/admin/api";
import { ProblemError } from "@/shared/http/api";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { loginErrorText } from "@/shared/login/loginError";
import { type OidcCallback as Back, returnedIn, takeResponse } from "@/shared/login/provider";
import { type Outcome, openSession } from "@/shared/login/requests";
import { loginText } from "@/shared/login/text";
import { useHydrated } from "@/shared/useHydrated";

type State = { state: "busy" } | { state: "linked" } | { state: "nothing" } | Outcome;

/** Handles the redirect from the identity provider. The code is removed from the URL immediately. */
export function OidcCallback({ done }: { done: () => void }) {
	const locale = useLocale();
	const { search } = useLocation();
	const navigate = useNavigate();
	const alive = useHydrated();
	const [state, setState] = useState<State>();
	const seen = useRef<string>(undefined);
	const finish = useCallback(
		async (back: Back) => {
			setState({ state: "busy" });
			void navigate("/admin", { replace: true, preventScrollReset: true });
			const outcome = await sent(back);
			setState(outcome);
			if (outcome.state === "in") done();
		},
		[navigate, done],
	);
	const back = alive ? returnedIn(search) : undefined;
	useEffect(() => {
		if (!back || seen.current === back.state) return;
		seen.current = back.state;
		void finish(back);
	}, [back, finish]);
	const message = state && stateText(locale, state);
	return message ? <p role="status">{message}</p> : null;
}

async function sent(back: Back): Promise<State> {
	const way = takeResponse(back);
	if (!way) return { state: "nothing" };
	if (way.purpose === "login") return openSession("/api/v1/login/oidc", { ...way.answer });
	try {
		await linkProvider(way.answer);
		return { state: "linked" };
	} catch (error) {
		return error instanceof ProblemError ? { state: "refused", error } : { state: "unreachable" };
	}
}

function stateText(locale: Locale, state: State): string | undefined {
	switch (state.state) {
		case "busy":
			return loginText(locale, "busy");
		case "linked":
			return loginText(locale, "oidcLinked");
		case "nothing":
			return loginText(locale, "oidcNothing");
		case "refused":
			return loginErrorText(locale, state.error);
		case "unreachable":
			return loginText(locale, "offline");
		case "in":
			return undefined;
	}
}
