import { isLoggedIn } from "@pailou/core";
import { useEffect, useRef, useState } from "react";
import { editing, leaveEditing } from "@/admin/pages/api";
import type { Segment } from "@/admin/pages/language";
import type { Editing } from "@/shared/http/types";

/** The server forgets who has not been heard of for three times as long. */
const every = 20_000;

/** Says that the page is open here, and knows who else has it open. `reached`: the server is there. */
export function useEditing(id: string, segment: Segment, first: Editing[], reached: () => void): Editing[] {
	const [others, setOthers] = useState(first);
	const latest = useRef(reached);
	useEffect(() => {
		latest.current = reached;
	});
	useEffect(() => {
		let isGone = false;
		const tell = async () => {
			if (!isLoggedIn()) return;
			try {
				const now = await editing(id, segment);
				if (isGone) return;
				setOthers(now);
				latest.current();
			} catch (error) {
				// Presence is only informative: a later save detects the conflict anyway.
				console.debug("not told who else writes", error);
			}
		};
		const leave = () => {
			if (isLoggedIn()) leaveEditing(id);
		};
		// From the back/forward cache.
		const comeBack = ({ persisted }: PageTransitionEvent) => {
			if (persisted) void tell();
		};
		void tell();
		const timer = setInterval(() => void tell(), every);
		addEventListener("pagehide", leave);
		addEventListener("pageshow", comeBack);
		return () => {
			isGone = true;
			clearInterval(timer);
			removeEventListener("pagehide", leave);
			removeEventListener("pageshow", comeBack);
			leave();
		};
	}, [id, segment]);
	return others;
}
