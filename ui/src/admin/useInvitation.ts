import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { queryOf } from "@/shared/address";
import { useHydrated } from "@/shared/useHydrated";

/** Purpose of a link: an invitation to an account or a new password, or the setup of the first owner. */
export type LinkKind = "invite" | "setup";

export interface Invitation {
	kind: LinkKind;
	code: string;
	/** The code is of no use any more. */
	forget: () => void;
}

/**
 * The code of a link that works once. It stands behind `#`, so that no server and no log on the way sees it. It leaves
 * the address at once and stays beside it, so that it is in no history and a reload still knows it.
 */
export function useInvitation(): Invitation | undefined {
	const { hash, state } = useLocation();
	const navigate = useNavigate();
	const alive = useHydrated();
	const inAddress = alive ? codeIn(queryOf(hash.slice(1))) : undefined;
	const { kind, code } = inAddress ?? (alive ? codeIn(state) : undefined) ?? nothing;
	const isInAddress = inAddress !== undefined;
	const go = useCallback(
		(state: Partial<Record<LinkKind, string>> | null) =>
			void navigate("/admin", { replace: true, preventScrollReset: true, state }),
		[navigate],
	);
	useEffect(() => {
		if (isInAddress && kind) go({ [kind]: code });
	}, [isInAddress, kind, code, go]);
	return kind && { kind, code, forget: () => go(null) };
}

const nothing = { kind: undefined, code: "" };

function codeIn(from: unknown): { kind: LinkKind; code: string } | undefined {
	if (typeof from !== "object" || from === null) return undefined;
	if ("invite" in from && typeof from.invite === "string") return { kind: "invite", code: from.invite };
	if ("setup" in from && typeof from.setup === "string") return { kind: "setup", code: from.setup };
	return undefined;
}
