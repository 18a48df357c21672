import { isLoggedIn } from "@pailou/core";
import { useEffect, useRef, useState } from "react";
import { editing, leaveEditing } from "@/admin/pages/api";
import type { Segment } from "@/admin/pages/language";
import type { Editing } from "@/shared/http/types";

/** Interval of the announcements, in milliseconds. The server removes a user after three missed announcements. */
const interval = 20_000;

/**
 * Announces that the page is open, and returns the other users who have it open. Calls `reached` after each response.
 */
export function useEditing(id: string, segment: Segment, first: Editing[], reached: () => void): Editing[] {
	const [others, setOthers] = useState(first);
	const latest = useRef(reached);
	useEffect(() => {
		latest.current = reached;
	});
	useEffect(() => {
		let isDisposed = false;
		const announce = async () => {
			if (!isLoggedIn()) return;
			try {
				const now = await editing(id, segment);
				if (isDisposed) return;
				setOthers(now);
				latest.current();
			} catch (error) {
				// Failures are ignored, because presence is only informative: saving detects conflicts.
				console.debug("loading other editors failed", error);
			}
		};
		const leave = () => {
			if (isLoggedIn()) leaveEditing(id);
		};
		// If the page was restored from the back/forward cache, the presence of the user is announced again.
		const pageShown = ({ persisted }: PageTransitionEvent) => {
			if (persisted) void announce();
		};
		void announce();
		const timer = setInterval(() => void announce(), interval);
		addEventListener("pagehide", leave);
		addEventListener("pageshow", pageShown);
		return () => {
			isDisposed = true;
			clearInterval(timer);
			removeEventListener("pagehide", leave);
			removeEventListener("pageshow", pageShown);
			leave();
		};
	}, [id, segment]);
	return others;
}
