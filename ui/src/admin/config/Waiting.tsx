import { confirmConfig } from "@/admin/api";
import { configText as text } from "@/admin/config/configText";
import { useSecondsLeft } from "@/admin/config/useSecondsLeft";
import type { ConfigValue } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

interface WaitingProps {
	value: ConfigValue;
	until: number;
	act: (request: () => Promise<unknown>, message: string) => void;
	over: () => Promise<void>;
}

/** Notice of an unconfirmed stylesheet. The server enforces the deadline; this component only displays it. */
export function Waiting({ value, until, act, over }: WaitingProps) {
	const locale = useLocale();
	const seconds = useSecondsLeft(until, () => void over());
	return (
		<div className={panelStyles.panel}>
			<p role="status">{text(locale, "waiting")}</p>
			<p role="timer">{text(locale, "left", { seconds: number(seconds) })}</p>
			<p className={listStyles.actions}>
				<button
					type="button"
					data-kind="primary"
					onClick={() => act(() => confirmConfig(value, true), text(locale, "kept"))}
				>
					{text(locale, "keep")}
				</button>
				<button type="button" onClick={() => act(() => confirmConfig(value, false), text(locale, "wentBack"))}>
					{text(locale, "back")}
				</button>
			</p>
		</div>
	);
}
