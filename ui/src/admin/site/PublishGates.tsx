import { type FormEvent, useState } from "react";
import { changePublishGates } from "@/admin/api";
import sectionStyles from "@/admin/section.module.css";
import { siteText as text } from "@/admin/site/siteText";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { PublishGates as Gates, PublishGate } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import formStyles from "@/shared/ui/form.module.css";

const areas = ["docs", "landing", "news"] as const;
const possible: PublishGate[] = ["alone", "together"];

/** Form to set, by area, whether the languages of a page are published together. */
export function PublishGates({ gates }: { gates: Gates }) {
	const locale = useLocale();
	const [sending, send] = useMutation();
	const [message, setMessage] = useState("");
	const [chosen, setChosen] = useState(gates);
	const isStale = sending.state === "refused" && sending.error.problem.status === 412;
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		setMessage("");
		void send(async () => {
			setChosen(await changePublishGates(chosen));
			setMessage(text(locale, "gatesSaved"));
		});
	}
	return (
		<section aria-labelledby="publish-gates" className={sectionStyles.section}>
			<h2 id="publish-gates" tabIndex={-1}>
				{text(locale, "gatesTitle")}
			</h2>
			<p>{text(locale, "gatesIntro")}</p>
			<form className={formStyles.form} onSubmit={submit} onInput={() => setMessage("")}>
				{areas.map((area) => (
					<Field key={area} label={text(locale, `gate.${area}`)}>
						{(attributes) => (
							<select
								{...attributes}
								value={chosen[area]}
								onChange={({ target }) =>
									setChosen({ ...chosen, [area]: possible.find((gate) => gate === target.value) ?? "alone" })
								}
							>
								{possible.map((gate) => (
									<option key={gate} value={gate}>
										{text(locale, `gate.${gate}`)}
									</option>
								))}
							</select>
						)}
					</Field>
				))}
				<p role="status">{message}</p>
				<p role="alert" className={formStyles.error}>
					{isStale ? text(locale, "gatesStale") : failureOf(locale, sending, [])}
				</p>
				<button type="submit" aria-disabled={sending.state === "sending"}>
					{text(locale, "gatesSubmit")}
				</button>
			</form>
		</section>
	);
}
