import { pathFault } from "@/admin/pages/fault";
import { text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import { useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

interface InTrashProps {
	mayTakeBack: boolean;
	takeBack: () => Promise<void>;
}

/** Why a page is only read, and the way back. */
export function InTrash({ mayTakeBack, takeBack }: InTrashProps) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	return (
		<div className={panelStyles.warning}>
			<p role="status">{text(locale, "inTrash")}</p>
			{mayTakeBack && (
				<button type="button" aria-disabled={sending.state === "sending"} onClick={() => void send(takeBack)}>
					{text(locale, "takeBack")}
				</button>
			)}
			<p role="alert" className={formStyles.error}>
				{pathFault(locale, sending) ?? failureOf(locale, sending)}
			</p>
		</div>
	);
}
