import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import styles from "@/docs/Panel.module.css";
import { text } from "@/docs/text";
import { useLocale } from "@/shared/i18n/locale";
import { Icon } from "@/shared/ui/Icon";

/** A column beside the article; in a narrow window a button opens it, also without JavaScript. */
export function Panel({
	id,
	side,
	name,
	children,
}: {
	id: string;
	side: "start" | "end";
	name: string;
	children: ReactNode;
}) {
	const locale = useLocale();
	const { key } = useLocation();
	const panel = useRef<HTMLElement>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: closes on every navigation.
	useEffect(() => {
		if (panel.current?.matches(":popover-open")) panel.current.hidePopover();
	}, [key]);

	// Closes the panel when the focus moves outside of the panel and its button, so that the panel covers no focused
	// element.
	const leave = ({ relatedTarget: target }: FocusEvent) => {
		const { current } = panel;
		if (target && target !== current?.previousElementSibling && !current?.contains(target)) current?.hidePopover();
	};

	return (
		<>
			<button type="button" popoverTarget={id} className={styles.opener} data-side={side} onBlur={leave}>
				<Icon name={side === "start" ? "tree" : "outline"} />
				{name}
			</button>
			<nav
				ref={panel}
				id={id}
				popover="auto"
				className={styles.panel}
				data-side={side}
				aria-label={name}
				onBlur={leave}
			>
				<p className={styles.name} aria-hidden="true">
					{name}
				</p>
				{children}
				<button type="button" className={styles.close} popoverTarget={id} popoverTargetAction="hide">
					<Icon name="close" />
					<span className="visually-hidden">{text(locale, "close", { name })}</span>
				</button>
			</nav>
		</>
	);
}
