// What was done last on a page of several parts. It is said in the part where it was done, and nowhere twice.
import { createContext, type ReactNode, useContext, useState } from "react";
import { type Sending, useMutation } from "@/admin/useMutation";

interface Outcome {
	part: string;
	words: string;
}

type Last = [last: Outcome | undefined, tell: (outcome: Outcome | undefined) => void];

const LastContext = createContext<Last>([undefined, () => undefined]);

export function LastOutcome({ children }: { children: ReactNode }) {
	return <LastContext value={useState<Outcome>()}>{children}</LastContext>;
}

export interface Acting {
	sending: Sending;
	/** Does something, and says what it answers. What was done before is old then, wherever it was done. */
	act: (doing: () => Promise<string | undefined>) => void;
	/** What was done here, if nothing was begun since. */
	told: string;
	/** Something was done here in another way. */
	tell: (words: string) => void;
	/** Something is being written. */
	forget: () => void;
}

export function useAction(part: string): Acting {
	const [last, setLast] = useContext(LastContext);
	const [sending, send] = useMutation();
	const forget = () => setLast(undefined);
	const tell = (words: string) => setLast({ part, words });
	return {
		sending,
		act(doing) {
			forget();
			void send(async () => {
				const words = await doing();
				if (words !== undefined) tell(words);
			});
		},
		told: last?.part === part ? last.words : "",
		tell,
		forget,
	};
}
