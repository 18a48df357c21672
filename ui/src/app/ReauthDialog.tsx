import { onLoginExpired } from "@pailou/core";
import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router-dom";
import type { LoginDialog } from "@/app/login/LoginDialog";
import { expire, isAsking, registerLoginForm, rememberedName } from "@/shared/login/session";

/** Opens the login dialog when the server rejects the session. */
export function ReauthDialog() {
	const currentLocation = useLocation();
	const { location: next } = useNavigation();
	// The admin area has its own login form.
	const hasForm = /^\/admin(\/|$)/.test((next ?? currentLocation).pathname);
	const [opened, setOpened] = useState<{ LoginDialog: typeof LoginDialog }>();

	useEffect(() => {
		const ask = () => {
			// Without a stored username there are no unsaved changes in the admin area, so the form of that area is enough.
			if (hasForm && rememberedName() === undefined) return;
			// The dialog is loaded on demand, because few visitors log in.
			import("@/app/login/LoginDialog").then(setOpened, (error: unknown) =>
				console.error("loading login form failed", error),
			);
		};
		const stop = registerLoginForm(ask);
		const unsubscribe = onLoginExpired(() => {
			// The login form shows errors of its own requests.
			if (isAsking()) return;
			expire();
			ask();
		});
		return () => {
			stop();
			unsubscribe();
		};
	}, [hasForm]);

	return opened && <opened.LoginDialog onClose={() => setOpened(undefined)} />;
}
