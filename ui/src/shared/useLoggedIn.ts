import { isLoggedIn, onSessionChange } from "@pailou/core";
import { useSyncExternalStore } from "react";

/** The server never knows: its HTML is the same for every visitor. */
export function useLoggedIn(): boolean {
	return useSyncExternalStore(onSessionChange, isLoggedIn, () => false);
}
