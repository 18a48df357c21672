import { type ComponentType, useState } from "react";
import { useLocation, useMatches } from "react-router-dom";
import styles from "@/app/AssistantButton.module.css";
import { routeValue } from "@/app/handle";
import { text } from "@/app/text";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { useHydrated } from "@/shared/useHydrated";

type Dialog = ComponentType<{ page: string; close: () => void }>;

/**
 * Button on documentation pages that opens the assistant in a dialog. The code of the assistant is loaded on first use.
 * Without JavaScript, the button is a link to the assistant's page.
 */
export function AssistantButton() {
	const locale = useLocale();
	const matches = useMatches();
	const { pathname } = useLocation();
	const hydrated = useHydrated();
	const [opened, setOpened] = useState<{ Dialog: Dialog }>();
	// The button is not on the not-found page, which has no data and is the same for all URLs.
	if (routeValue(matches, "area") !== "docs" || matches.at(-1)?.loaderData === undefined) return null;

	async function open(): Promise<void> {
		const { AssistantDialog: Dialog } = await import("@/assistant/AssistantDialog");
		setOpened({ Dialog });
	}

	const href = `/index${withLocale("/assistant", locale)}`;
	return (
		<aside aria-label={text(locale, "assistant")}>
			<a
				href={href}
				className={styles.button}
				aria-haspopup={hydrated ? "dialog" : undefined}
				onClick={(event) => {
					const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
					if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
					event.preventDefault();
					// If the code cannot be loaded, opens the assistant's page.
					open().catch(() => location.assign(href));
				}}
			>
				{text(locale, "askAssistant")}
			</a>
			{opened && <opened.Dialog page={`/index${pathname}`} close={() => setOpened(undefined)} />}
		</aside>
	);
}
