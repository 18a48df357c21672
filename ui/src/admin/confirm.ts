// Re-authentication for sensitive requests: the server answers `confirm-needed`, a dialog asks for the password, and
// the request is sent again.
import { ProblemError } from "@/shared/http/api";

/** Returns whether it was confirmed. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asked: Promise<boolean> | undefined;

/** The dialog says that it is there; what it gives back ends that. */
export function onConfirm(dialog: Ask): () => void {
	ask = dialog;
	return () => {
		if (ask === dialog) ask = undefined;
	};
}

/** Sends a request, and sends it again after re-authentication if required. Concurrent requests share one dialog. */
export async function confirmed<T>(request: () => Promise<T>): Promise<T> {
	try {
		return await request();
	} catch (error) {
		if (!isUnconfirmed(error) || !ask) throw error;
		asked ??= ask().finally(() => {
			asked = undefined;
		});
		if (!(await asked)) throw error;
		return request();
	}
}

function isUnconfirmed(error: unknown): boolean {
	return error instanceof ProblemError && error.problem.code === "confirm-needed";
}
