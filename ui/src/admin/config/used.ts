import { configNames } from "@/admin/api";
import { ProblemError } from "@/shared/http/api";

type RequestIfExists = <Answer>(
	name: string,
	request: (name: string, signal?: AbortSignal) => Promise<Answer>,
) => Promise<Answer | undefined>;

/**
 * Returns a function that requests a site file. The function returns undefined for a file that does not exist. If the
 * list of all files shows this, it sends no request, because browsers report 404 responses in the console.
 */
export async function requestExisting(signal: AbortSignal | undefined): Promise<RequestIfExists> {
	const { names, isAll } = await configNames(signal);
	return async (name, ask) => {
		if (isAll && !names.includes(name)) return undefined;
		try {
			return await ask(name, signal);
		} catch (error) {
			if (error instanceof ProblemError && error.problem.status === 404) return undefined;
			throw error;
		}
	};
}
