// Re-authentication for sensitive requests: the server responds with `confirm-needed`, a dialog requests the password
// or a passkey, and the request is sent again.
import { ProblemError } from "@/shared/http/api";

/** Opens the dialog; returns whether the user re-authenticated. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let pending: Promise<boolean> | undefined;

/** Registers the dialog; the returned function unregisters it. */
export function onConfirm(dialog: Ask): () => void {
	ask = dialog;
	return () => {
		if (ask === dialog) ask = undefined;
	};
}

/**
 * Sends a request, and sends it again after re-authentication if required. If the user cancels the dialog, throws the
 * error of the first attempt. Concurrent requests share one dialog.
 */
export async function confirmed<T>(request: () => Promise<T>): Promise<T> {
	try {
		return await request();
	} catch (error) {
		if (!isUnconfirmed(error) || !ask) throw error;
		pending ??= ask().finally(() => {
			pending = undefined;
		});
		if (!(await pending)) throw error;
		return request();
	}
}

function isUnconfirmed(error: unknown): boolean {
	return error instanceof ProblemError && error.problem.code === "confirm-needed";
}
