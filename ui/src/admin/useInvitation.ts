import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { queryOf } from "@/shared/address";
import { useHydrated } from "@/shared/useHydrated";

export interface Invitation {
	/** Empty until the page is alive. */
	code: string;
	/** The code is of no use any more. */
	forget: () => void;
}

/**
 * The code of a link for a new account or a new password. It leaves the address at once and stays beside it, so that
 * it is in no history and a reload still knows it.
 */
export function useInvitation(invited: boolean): Invitation | undefined {
	const { search, state } = useLocation();
	const navigate = useNavigate();
	const alive = useHydrated();
	const inAddress = alive ? queryOf(search).invite : undefined;
	const kept = alive ? codeIn(state) : undefined;
	const go = useCallback(
		(invite: string | undefined) =>
			void navigate("/admin", { replace: true, preventScrollReset: true, state: invite ? { invite } : null }),
		[navigate],
	);
	useEffect(() => {
		if (inAddress !== undefined) go(inAddress);
	}, [inAddress, go]);
	const code = inAddress ?? kept;
	if (code === undefined && !(invited && !alive)) return undefined;
	return { code: code ?? "", forget: () => go(undefined) };
}

function codeIn(state: unknown): string | undefined {
	if (typeof state !== "object" || state === null || !("invite" in state)) return undefined;
	return typeof state.invite === "string" ? state.invite : undefined;
}
