import { useSyncExternalStore } from "react";
import type { Desk, Look } from "@/admin/pages/editor/desk";

export function useDesk(desk: Desk): Look {
	return useSyncExternalStore(desk.watch, desk.look);
}
