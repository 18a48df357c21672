import { useEffect, useRef, useState } from "react";
import { arrange, arrangement } from "@/landing/api";
import { moved } from "@/landing/edit/moved";
import { text } from "@/shared/edit/text";
import { ProblemError } from "@/shared/http/api";
import type { ArrangedBlock, BlockOrder } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";

export type Direction = "up" | "down";

interface OrderMessage {
	/** Name of the block in the last move request. */
	name: string;
	direction: Direction;
	text: string;
	isError: boolean;
}

export interface Order {
	/** Blocks in their order; empty before the order is loaded, and if the user may not change the order. */
	blocks: ArrangedBlock[];
	message: OrderMessage | undefined;
	move: (name: string, direction: Direction) => void;
}

/** Order of the blocks on the front page. */
export function useOrder(landing: unknown, refresh: () => Promise<void>): Order {
	const locale = useLocale();
	const [order, setOrder] = useState<BlockOrder>();
	const [message, setMessage] = useState<OrderMessage>();
	const isSending = useRef(false);
	// Loads the order whenever the page data is loaded, because another tab may have changed a block.
	useEffect(() => {
		if (!landing) return;
		const asking = new AbortController();
		arrangement(asking.signal).then(setOrder, (error: unknown) => {
			if (!asking.signal.aborted) console.debug("loading block order failed", error);
		});
		return () => asking.abort();
	}, [landing]);

	async function move(name: string, direction: Direction) {
		const blocks = order?.can_reorder && moved(order.blocks, name, direction);
		if (!blocks || isSending.current) return;
		isSending.current = true;
		const showMessage = (sentence: string, isError = false) => setMessage({ name, direction, text: sentence, isError });
		try {
			setOrder(await arrange(blocks, order.revision));
			showMessage(whereNow(locale, blocks, name));
		} catch (error) {
			if (!(error instanceof ProblemError)) console.error("moving block failed", error);
			showMessage(fieldErrorText(locale, error), true);
		} finally {
			isSending.current = false;
		}
		await refresh();
	}

	return {
		blocks: order?.can_reorder ? order.blocks : [],
		message,
		move: (name, direction) => void move(name, direction),
	};
}

export function titleOf({ zh, en, name }: ArrangedBlock, locale: Locale): string {
	const [first, second] = locale === "zh-CN" ? [zh, en] : [en, zh];
	return first || second || name;
}

function whereNow(locale: Locale, blocks: ArrangedBlock[], name: string): string {
	const at = blocks.findIndex((block) => block.name === name);
	const titleAt = (at: number) => blocks.slice(at, at + 1).map((block) => titleOf(block, locale));
	const [title = name] = titleAt(at);
	const [other] = titleAt(at + 1);
	return other === undefined ? text(locale, "movedLast", { title }) : text(locale, "movedBefore", { title, other });
}

function fieldErrorText(locale: Locale, error: unknown): string {
	const problem = error instanceof ProblemError ? error.problem : undefined;
	if (problem?.status === 412) return text(locale, "orderStale");
	const cannotBeWritten = problem?.errors.some(({ code }) => code === "order-unwritable");
	return text(locale, cannotBeWritten ? "orderUnwritable" : "orderFailed");
}
