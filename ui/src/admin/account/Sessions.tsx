import { useRevalidator } from "react-router-dom";
import { readAgent } from "@/admin/account/agent";
import { endOtherSessions, endSession } from "@/admin/api";
import { ExactTime } from "@/admin/ExactTime";
import sectionStyles from "@/admin/section.module.css";
import { useAction } from "@/admin/useAction";
import { failureOf } from "@/admin/useMutation";
import { useRestoreFocus } from "@/admin/useRestoreFocus";
import { listed, usersText as text } from "@/admin/usersText";
import type { OwnSession } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

/** Sessions of the user's own account. */
export function Sessions({ sessions }: { sessions: OwnSession[] }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, message } = useAction("sessions");
	const list = useRestoreFocus(sessions);
	const end = (ending: () => Promise<void>, successMessage: string) =>
		act(async () => {
			await ending();
			await revalidate();
			return successMessage;
		});
	return (
		<section aria-labelledby="sessions" className={sectionStyles.section}>
			<h2 id="sessions" tabIndex={-1}>
				{text(locale, "sessionsTitle")}
			</h2>
			<p>{text(locale, "sessionsIntro")}</p>
			<ul ref={list} className={listStyles.rows}>
				{sessions.map(({ id, is_current, agent, address, seen_at, created_at }) => (
					<li key={id}>
						<p>
							<span className={listStyles.name} title={agent}>
								{agentText(locale, agent)}
							</span>
							{is_current && <span className={listStyles.badge}>{text(locale, "sessionThis")}</span>}
						</p>
						<dl className={listStyles.properties}>
							<div>
								<dt>{text(locale, "sessionSeen")}</dt>
								<dd>
									<ExactTime at={seen_at} />
								</dd>
							</div>
							<div>
								<dt>{text(locale, "sessionSince")}</dt>
								<dd>
									<ExactTime at={created_at} />
								</dd>
							</div>
							<div>
								<dt>{text(locale, "sessionAddress")}</dt>
								<dd>{address}</dd>
							</div>
						</dl>
						{!is_current && (
							<p className={listStyles.actions}>
								<button
									type="button"
									aria-label={text(locale, "sessionEndName", { device: agentText(locale, agent), address })}
									onClick={() =>
										end(
											() => endSession(id),
											text(locale, "sessionEnded", { device: agentText(locale, agent), address }),
										)
									}
								>
									{text(locale, "sessionEnd")}
								</button>
							</p>
						)}
					</li>
				))}
			</ul>
			{sessions.length > 1 && (
				<button type="button" onClick={() => end(endOtherSessions, text(locale, "sessionsEnded"))}>
					{text(locale, "sessionEndOthers")}
				</button>
			)}
			<p role="status">{message}</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</section>
	);
}

function agentText(locale: Locale, agent: string): string {
	return listed(locale, readAgent(agent)) || text(locale, "sessionUnknown");
}
