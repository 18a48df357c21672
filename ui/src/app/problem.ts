// Problem that the error page shows instead of the requested page, with a title for each kind of problem.
import { useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterStateContext } from "react-router-dom";
import { text } from "@/app/text";
import { type Problem, ProblemError } from "@/shared/http/api";
import type { Locale } from "@/shared/i18n/locale";

export type ShownProblem = Pick<Problem, "status" | "code">;

/** Returns the status and code of an error; code `unknown` for an error that the server has not sent. */
export function problemIn(error: unknown): ShownProblem {
	return error instanceof ProblemError ? error.problem : { status: 500, code: "unknown" };
}

/**
 * Returns the problem of the error page; undefined for other pages. `useRouteError` has a value only in the error page
 * itself, while the title is set by the layout.
 */
export function useProblem(): ShownProblem | undefined {
	const [error] = Object.values(useContext(RouterStateContext)?.errors ?? {});
	return error === undefined ? undefined : problemIn(error);
}

const titleKeys = {
	400: "problemInvalid",
	401: "problemUnauthorized",
	403: "problemForbidden",
	404: "notFoundTitle",
	422: "problemInvalid",
	429: "problemLimited",
	500: "problemInternal",
	503: "problemUnavailable",
} as const;

/** Title and heading of the error page, one for each kind of problem. */
export function problemTitle(locale: Locale, { status, code }: ShownProblem): string {
	// An error with the code `unknown` is from the browser, so the title must not be that of a server error.
	return text(locale, code !== "unknown" && isKnown(status) ? titleKeys[status] : "problemTitle");
}

function isKnown(status: number): status is keyof typeof titleKeys {
	return Object.hasOwn(titleKeys, status);
}
