import { readAgent } from "@/admin/account/agent";
import { ExactTime } from "@/admin/ExactTime";
import { Change } from "@/admin/log/Change";
import styles from "@/admin/log/Log.module.css";
import { actionText, listed, usersText as text } from "@/admin/usersText";
import type { LogEntry } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";

/** Values of `agent` that the server records for the command line, for its scheduler, and for updates from Git. */
const commandLine = "cli";
const timer = "timer";
const git = "git";

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

function actorText(locale: Locale, entry: LogEntry): string {
	const { actor, current_name, token, agent } = entry;
	if (actor === "" && isOfServer(entry) && agent === commandLine) return text(locale, "logCommandLine");
	if (actor === "") return text(locale, isOfServer(entry) && agent === git ? "logGit" : "logUnknownUser");
	const named = current_name ? text(locale, "logNowCalled", { who: actor, now: current_name }) : actor;
	return token ? text(locale, "logWithToken", { who: named, token }) : named;
}

/**
 * Whether the entry is from the command line, the scheduler, or a Git update. A client can send the same `agent`, but
 * its entries have an address.
 */
function isOfServer({ agent, address }: LogEntry): boolean {
	return address === "" && [commandLine, timer, git].includes(agent);
}

function whereText(locale: Locale, entry: LogEntry): string {
	if (isOfServer(entry)) return text(locale, "logHost");
	const { agent, address } = entry;
	return listed(
		locale,
		[address, ...readAgent(agent)].filter((word) => word !== ""),
	);
}
