import { useSyncExternalStore } from "react";
import type { DocumentSession, SessionState } from "@/admin/pages/editor/documentSession";

export function useDocumentSession(documentSession: DocumentSession): SessionState {
	return useSyncExternalStore(documentSession.watch, documentSession.state);
}
