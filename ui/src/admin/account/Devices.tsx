import { useRevalidator } from "react-router-dom";
import { readAgent } from "@/admin/account/agent";
import { endOtherSessions, endSession } from "@/admin/api";
import { ExactTime } from "@/admin/ExactTime";
import { listed, peopleText as text } from "@/admin/peopleText";
import { useActing } from "@/admin/useActing";
import { useKeptFocus } from "@/admin/useKeptFocus";
import { failureOf } from "@/admin/useSending";
import type { OwnSession } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import styles from "@/shared/ui/form.module.css";

/** Where the account is logged in. */
export function Devices({ sessions }: { sessions: OwnSession[] }) {
	const locale = useLocale();
	const { revalidate } = useRevalidator();
	const { sending, act, told } = useActing("devices");
	const list = useKeptFocus(sessions);
	const end = (ending: () => Promise<void>, said: string) =>
		act(async () => {
			await ending();
			await revalidate();
			return said;
		});
	return (
		<section aria-labelledby="devices" className={styles.part}>
			<h2 id="devices" tabIndex={-1}>
				{text(locale, "devicesTitle")}
			</h2>
			<p>{text(locale, "devicesIntro")}</p>
			<ul ref={list} className={styles.rows}>
				{sessions.map(({ id, is_current, agent, address, seen_at, created_at }) => (
					<li key={id}>
						<p>
							<span className={styles.name} title={agent}>
								{agentText(locale, agent)}
							</span>
							{is_current && <span className={styles.mark}>{text(locale, "deviceThis")}</span>}
						</p>
						<dl className={styles.facts}>
							<div>
								<dt>{text(locale, "deviceSeen")}</dt>
								<dd>
									<ExactTime at={seen_at} />
								</dd>
							</div>
							<div>
								<dt>{text(locale, "deviceSince")}</dt>
								<dd>
									<ExactTime at={created_at} />
								</dd>
							</div>
							<div>
								<dt>{text(locale, "deviceAddress")}</dt>
								<dd>{address}</dd>
							</div>
						</dl>
						{!is_current && (
							<p className={styles.acts}>
								<button
									type="button"
									aria-label={text(locale, "deviceEndName", { device: agentText(locale, agent), address })}
									onClick={() =>
										end(
											() => endSession(id),
											text(locale, "deviceEnded", { device: agentText(locale, agent), address }),
										)
									}
								>
									{text(locale, "deviceEnd")}
								</button>
							</p>
						)}
					</li>
				))}
			</ul>
			{sessions.length > 1 && (
				<button type="button" onClick={() => end(endOtherSessions, text(locale, "devicesEnded"))}>
					{text(locale, "deviceEndOthers")}
				</button>
			)}
			<p role="status">{told}</p>
			<p role="alert" className={styles.fault}>
				{failureOf(locale, sending)}
			</p>
		</section>
	);
}

function agentText(locale: Locale, agent: string): string {
	return listed(locale, readAgent(agent)) || text(locale, "deviceUnknown");
}
