// A form over a published value: what is being written, from which version, and what became of sending it.
import { useMemo, useState } from "react";
import { useRevalidator } from "react-router-dom";
import { publishConfig } from "@/admin/api";
import { type Sending, useSending } from "@/admin/useSending";
import type { ConfigValue } from "@/admin/wire";
import { ProblemError } from "@/shared/api";

interface Publishing<Draft> {
	draft: Draft;
	write: (draft: Draft) => void;
	/** When it was told that somebody else has published something, in place of that. */
	publish: () => void;
	/** What somebody else has published is taken in place of what was written. */
	take: () => void;
	sending: Sending;
	done: boolean;
	isStale: boolean;
}

export function usePublishing<Draft>(
	name: string,
	value: ConfigValue | undefined,
	read: (body: string | null | undefined) => Draft,
	write: (draft: Draft) => string,
): Publishing<Draft> {
	const { revalidate } = useRevalidator();
	const [sending, send] = useSending();
	const [written, setWritten] = useState<{ draft: Draft; from: ConfigValue | undefined }>();
	const published = useMemo(() => read(value?.body), [value, read]);
	const [done, setDone] = useState(false);
	const draft = written?.draft ?? published;
	const isStale = sending.state === "refused" && isOvertaken(sending.refusal);
	return {
		draft,
		write(draft) {
			setDone(false);
			setWritten({ draft, from: written ? written.from : value });
		},
		publish: () =>
			void send(async () => {
				setDone(false);
				try {
					// Whoever was told of another version and sends again has decided.
					await publishConfig(name, isStale || !written ? value : written.from, {
						body: write(draft),
						publish_at: null,
					});
				} catch (error) {
					// What somebody else has published is shown beside what was written; a lost login must not take that away.
					if (isOvertaken(error)) await revalidate();
					throw error;
				}
				setWritten(undefined);
				await revalidate();
				setDone(true);
			}),
		take: () => {
			setWritten(undefined);
			void send(revalidate);
		},
		sending,
		done,
		isStale,
	};
}

function isOvertaken(error: unknown): boolean {
	return error instanceof ProblemError && [412, 428].includes(error.problem.status);
}
