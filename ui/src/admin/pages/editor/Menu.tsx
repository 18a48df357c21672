import { type KeyboardEvent, useRef } from "react";
import styles from "@/admin/pages/editor/Menu.module.css";

export interface Item {
	name: string;
	act: () => void;
}

/** Menu button with several items. */
export function Menu({ label, name, items }: { label: string; name: string; items: Item[] }) {
	const details = useRef<HTMLDetailsElement>(null);
	const summary = useRef<HTMLElement>(null);
	const close = () => details.current?.removeAttribute("open");
	function press(event: KeyboardEvent) {
		if (event.key !== "Escape" || !details.current?.open) return;
		event.stopPropagation();
		close();
		summary.current?.focus();
	}
	return (
		<details
			ref={details}
			className={styles.menu}
			onKeyDown={press}
			onBlur={({ currentTarget, relatedTarget }) => {
				if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
			}}
		>
			<summary ref={summary} aria-label={name}>
				{label}
			</summary>
			<ul>
				{items.map((item) => (
					<li key={item.name}>
						<button
							type="button"
							onClick={() => {
								close();
								item.act();
							}}
						>
							{item.name}
						</button>
					</li>
				))}
			</ul>
		</details>
	);
}
