import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { queryOf } from "@/shared/address";
import { useHydrated } from "@/shared/useHydrated";

/** `invite`: link of an invitation or a password reset; `setup`: link for the setup of the first owner. */
export type LinkKind = "invite" | "setup";

export interface Invitation {
	kind: LinkKind;
	code: string;
	/** Removes the used or invalid code. */
	forget: () => void;
}

/**
 * Returns the code of a single-use link from the fragment of the URL. Moves the code immediately to the navigation
 * state, so that the code is not visible in the history and survives a reload.
 */
export function useInvitation(): Invitation | undefined {
	const { hash, state } = useLocation();
	const navigate = useNavigate();
	const alive = useHydrated();
	const inAddress = alive ? codeIn(queryOf(hash.slice(1))) : undefined;
	const { kind, code } = inAddress ?? (alive ? codeIn(state) : undefined) ?? nothing;
	const isInAddress = inAddress !== undefined;
	const setState = useCallback(
		(state: Partial<Record<LinkKind, string>> | null) =>
			void navigate("/admin", { replace: true, preventScrollReset: true, state }),
		[navigate],
	);
	useEffect(() => {
		if (isInAddress && kind) setState({ [kind]: code });
	}, [isInAddress, kind, code, setState]);
	return kind && { kind, code, forget: () => setState(null) };
}

const nothing = { kind: undefined, code: "" };

function codeIn(from: unknown): { kind: LinkKind; code: string } | undefined {
	if (typeof from !== "object" || from === null) return undefined;
	if ("invite" in from && typeof from.invite === "string") return { kind: "invite", code: from.invite };
	if ("setup" in from && typeof from.setup === "string") return { kind: "setup", code: from.setup };
	return undefined;
}
