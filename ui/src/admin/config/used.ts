import { configNames } from "@/admin/api";
import { ProblemError } from "@/shared/http/api";

type IfUsed = <Answer>(
	name: string,
	ask: (name: string, signal?: AbortSignal) => Promise<Answer>,
) => Promise<Answer | undefined>;

/** Requests only site files that exist, because browsers report every 404 in the console. */
export async function usedValues(signal: AbortSignal | undefined): Promise<IfUsed> {
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
