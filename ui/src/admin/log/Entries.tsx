import { readAgent } from "@/admin/account/agent";
import { ExactTime } from "@/admin/ExactTime";
import { Change } from "@/admin/log/Change";
import styles from "@/admin/log/Log.module.css";
import { actionText, listed, peopleText as text } from "@/admin/peopleText";
import type { LogEntry } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";

/** Values of `agent` that the server records for the command line and for its scheduler. */
const commandLine = "cli";
const timer = "timer";

export function Entries({ entries }: { entries: LogEntry[] }) {
	const locale = useLocale();
	return (
		<table className={styles.log}>
			<thead>
				<tr>
					<th scope="col">{text(locale, "logTime")}</th>
					<th scope="col">{text(locale, "logWho")}</th>
					<th scope="col">{text(locale, "logWhat")}</th>
					<th scope="col">{text(locale, "logWhere")}</th>
				</tr>
			</thead>
			<tbody>
				{entries.map((entry) => (
					<tr key={entry.id}>
						<td className={styles.time}>
							<ExactTime at={entry.at} />
						</td>
						<td className={styles.who}>{actorText(locale, entry)}</td>
						<td>
							{actionText(locale, entry.action)}{" "}
							{entry.subject !== "" && <span className={styles.subject}>{entry.subject}</span>}
							<Change entry={entry} />
						</td>
						<td className={styles.from} title={entry.agent}>
							{whereText(locale, entry)}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function actorText(locale: Locale, { actor, current_name, token, agent }: LogEntry): string {
	if (actor === "") return text(locale, agent === commandLine ? "logCommandLine" : "logNobody");
	const named = current_name ? text(locale, "logNowCalled", { who: actor, now: current_name }) : actor;
	return token ? text(locale, "logWithToken", { who: named, token }) : named;
}

function whereText(locale: Locale, { agent, address }: LogEntry): string {
	if (agent === commandLine || agent === timer) return text(locale, "logHost");
	return listed(
		locale,
		[address, ...readAgent(agent)].filter((word) => word !== ""),
	);
}
