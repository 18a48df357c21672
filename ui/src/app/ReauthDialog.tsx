import { onLoginExpired } from "@pailou/core";
import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router-dom";
import type { LoginDialog } from "@/app/login/LoginDialog";
import { expire, isAsking, onAskAgain, rememberedName } from "@/shared/login/session";

/** Opens the dialog that asks to log in again when the server no longer takes the login. */
export function ReauthDialog() {
	const here = useLocation();
	const { location: next } = useNavigation();
	// The admin area has a form of its own.
	const hasForm = /^\/admin(\/|$)/.test((next ?? here).pathname);
	const [opened, setOpened] = useState<{ LoginDialog: typeof LoginDialog }>();

	useEffect(() => {
		const ask = () => {
			// An unsaved change there always belongs to a known user name, so the dialog is not needed without one.
			if (hasForm && rememberedName() === undefined) return;
			// Few visitors ever log in: the dialog comes when it is needed.
			import("@/app/login/LoginDialog").then(setOpened, (error: unknown) =>
				console.error("the login form could not be loaded", error),
			);
		};
		const stop = onAskAgain(ask);
		const stopHearing = onLoginExpired(() => {
			// A refused password has a form of its own to say so.
			if (isAsking()) return;
			expire();
			ask();
		});
		return () => {
			stop();
			stopHearing();
		};
	}, [hasForm]);

	return opened && <opened.LoginDialog onClose={() => setOpened(undefined)} />;
}
