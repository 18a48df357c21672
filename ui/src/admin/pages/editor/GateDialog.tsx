import { type FormEvent, useState } from "react";
import { setPublishGate, written } from "@/admin/pages/api";
import { Dialog } from "@/admin/pages/editor/Dialog";
import { text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { PublishGate, WrittenPage } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

interface GateDialogProps {
	page: WrittenPage;
	done: (told: string) => Promise<void>;
	close: () => void;
}

const gates: (PublishGate | "")[] = ["", "alone", "together"];

/** Whether the languages of this page are published together. */
export function GateDialog({ page: { id, publish_gate }, done, close }: GateDialogProps) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [gate, setGate] = useState<PublishGate | "">(publish_gate.own ?? "");
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		void send(async () => {
			await setPublishGate(id, gate === "" ? null : gate, (await written(id)).revision);
			await done(text(locale, "gateSaved"));
			close();
		});
	}
	const nameOf = (gate: PublishGate | "") =>
		gate === ""
			? text(locale, "gateOfArea", { gate: text(locale, `gate.${publish_gate.area}`) })
			: text(locale, `gate.${gate}`);
	return (
		<Dialog title={text(locale, "gate")} close={close}>
			<form className={formStyles.form} onSubmit={submit}>
				<Field label={text(locale, "gateLabel")} hint={text(locale, "gateHint")}>
					{(told) => (
						<select
							{...told}
							value={gate}
							onChange={({ target }) => setGate(gates.find((one) => one === target.value) ?? "")}
						>
							{gates.map((one) => (
								<option key={one} value={one}>
									{nameOf(one)}
								</option>
							))}
						</select>
					)}
				</Field>
				<p role="alert" className={formStyles.error}>
					{failureOf(locale, sending, [])}
				</p>
				<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
					{text(locale, "originalSubmit")}
				</button>
			</form>
		</Dialog>
	);
}
