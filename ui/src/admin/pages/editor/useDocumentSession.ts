import { useSyncExternalStore } from "react";
import type { DocumentSession, Look } from "@/admin/pages/editor/documentSession";

export function useDocumentSession(documentSession: DocumentSession): Look {
	return useSyncExternalStore(documentSession.watch, documentSession.look);
}
