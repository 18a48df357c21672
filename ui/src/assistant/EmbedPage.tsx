import { type MouseEvent, useEffect } from "react";
import { useLoaderData } from "react-router-dom";
import { starters } from "@/assistant/ask";
import { Conversation } from "@/assistant/Conversation";
import styles from "@/assistant/EmbedPage.module.css";
import { text } from "@/assistant/text";
import { useLocale } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";

/** Message to the embedding page to close the frame. It contains no data, so any origin may receive it. */
const closing = "pailou-assistant-close";

export async function loader(args: LoadArgs) {
	const { locale } = addressAndLocaleOf(args);
	const { questions } = await starters(locale, args.request.signal);
	return { head: { title: text(locale, "title"), hidden: true }, starters: questions };
}

/** Assistant in a frame of another site, without history and credentials. Links open in a new tab. */
export function Component() {
	const locale = useLocale();
	const data = useLoaderData<typeof loader>();
	useEffect(() => {
		function close(event: KeyboardEvent) {
			if (event.key === "Escape" && window.parent !== window) window.parent.postMessage(closing, "*");
		}
		addEventListener("keydown", close);
		return () => removeEventListener("keydown", close);
	}, []);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: handles clicks on the links inside.
		// biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
		<div className={styles.page} onClick={openOutside}>
			<h1 className="visually-hidden">{text(locale, "title")}</h1>
			<Conversation embedded starters={data.starters} />
		</div>
	);
}

/** Opens a clicked link in a new tab, because other pages of the site cannot be embedded in a frame. */
function openOutside(event: MouseEvent): void {
	const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
	if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
	event.preventDefault();
	window.open(link.href, "_blank", "noopener");
}
