import { setPublishGate, written } from "@/admin/pages/api";
import { ChoiceDialog } from "@/admin/pages/editor/ChoiceDialog";
import { text } from "@/admin/pages/text";
import type { WrittenPage } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

interface GateDialogProps {
	page: WrittenPage;
	done: (message: string) => Promise<void>;
	close: () => void;
}

/** Dialog to set whether the languages of this page are published together. */
export function GateDialog({ page: { id, publish_gate }, done, close }: GateDialogProps) {
	const locale = useLocale();
	const ofArea = text(locale, "gateOfArea", { gate: text(locale, `gate.${publish_gate.area}`) });
	return (
		<ChoiceDialog
			title={text(locale, "gate")}
			label={text(locale, "gateLabel")}
			hint={text(locale, "gateHint")}
			initial={publish_gate.own ?? ""}
			choices={[
				["", ofArea],
				["alone", text(locale, "gate.alone")],
				["together", text(locale, "gate.together")],
			]}
			save={async (gate) => {
				await setPublishGate(id, gate === "" ? null : gate, (await written(id)).revision);
				await done(text(locale, "gateSaved"));
			}}
			close={close}
		/>
	);
}
