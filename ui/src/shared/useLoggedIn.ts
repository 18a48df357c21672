import { isLoggedIn, onSessionChange } from "@pailou/core";
import { useSyncExternalStore } from "react";

/** Whether the user is logged in; false on the server, whose HTML is the same for every visitor. */
export function useLoggedIn(): boolean {
	return useSyncExternalStore(onSessionChange, isLoggedIn, () => false);
}
