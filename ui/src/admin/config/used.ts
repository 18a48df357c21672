import { configNames } from "@/admin/api";
import { ProblemError } from "@/shared/http/api";

type RequestIfExists = <Answer>(
	name: string,
	request: (name: string, signal?: AbortSignal) => Promise<Answer>,
) => Promise<Answer | undefined>;

/**
 * Returns a function that requests a site file, and returns undefined if the file does not exist. A file that is known
 * not to exist is not requested, because browsers report 404 responses in the console.
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
