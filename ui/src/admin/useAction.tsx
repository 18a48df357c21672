// Result of the last action on a page with several parts. Only the part that started the action shows the result.
import { createContext, type ReactNode, useContext, useState } from "react";
import { type Sending, useMutation } from "@/admin/useMutation";

interface Outcome {
	part: string;
	message: string;
}

type OutcomeState = [last: Outcome | undefined, tell: (outcome: Outcome | undefined) => void];

const LastContext = createContext<OutcomeState>([undefined, () => undefined]);

export function LastOutcome({ children }: { children: ReactNode }) {
	return <LastContext value={useState<Outcome>()}>{children}</LastContext>;
}

export interface Action {
	sending: Sending;
	/** Runs an action and shows the message that it returns. Clears the message of the previous action, in any part. */
	act: (action: () => Promise<string | undefined>) => void;
	/** Message of the last action; empty if it belongs to another part or was cleared. */
	message: string;
	/** Shows a message for an action that was not started with `act`. */
	showMessage: (message: string) => void;
	/** Clears the message, for example on input. */
	forget: () => void;
}

export function useAction(part: string): Action {
	const [last, setLast] = useContext(LastContext);
	const [sending, send] = useMutation();
	const forget = () => setLast(undefined);
	const showMessage = (message: string) => setLast({ part, message });
	return {
		sending,
		act(doing) {
			forget();
			void send(async () => {
				const message = await doing();
				if (message !== undefined) showMessage(message);
			});
		},
		message: last?.part === part ? last.message : "",
		showMessage,
		forget,
	};
}
