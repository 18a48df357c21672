import { useEffect, useRef } from "react";
import styles from "@/landing/edit/MoveBlock.module.css";
import { moved } from "@/landing/edit/moved";
import { type Direction, type Order, titleOf } from "@/landing/edit/useOrder";
import { text } from "@/shared/edit/text";
import { useLocale } from "@/shared/i18n/locale";

const directions = [
	["up", "moveUp", "↑"],
	["down", "moveDown", "↓"],
] as const;

/** Buttons that move a block up or down; nothing if there is no other block or the user may not change the order. */
export function MoveBlock({ name, order }: { name: string; order: Order }) {
	const locale = useLocale();
	const message = order.message?.name === name ? order.message : undefined;
	const index = order.blocks.findIndex((block) => block.name === name);
	const block = order.blocks[index];
	const buttons = useRef<Partial<Record<Direction, HTMLButtonElement | null>>>({});
	// After a move, focuses the button again and scrolls to it, because the moved block may be out of view.
	const placed = useRef(index);
	useEffect(() => {
		const button = message && buttons.current[message.direction];
		if (placed.current !== index && button) {
			button.focus({ preventScroll: true });
			button.scrollIntoView({ block: "center" });
		}
		placed.current = index;
	}, [index, message]);
	if (!block || order.blocks.length < 2) return null;
	const title = titleOf(block, locale);
	return (
		<div className={styles.move} lang={locale}>
			{message?.isError && <p role="alert">{message.text}</p>}
			{directions.map(([direction, key, arrow]) => (
				<button
					key={direction}
					ref={(button) => {
						buttons.current[direction] = button;
					}}
					type="button"
					aria-label={text(locale, key, { title })}
					aria-disabled={!moved(order.blocks, name, direction)}
					onClick={() => order.move(name, direction)}
				>
					{arrow}
				</button>
			))}
		</div>
	);
}
