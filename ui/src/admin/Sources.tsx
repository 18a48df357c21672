import { type ReactNode, useEffect, useState } from "react";
import { updateSource } from "@/admin/api";
import { Conflicts } from "@/admin/Conflicts";
import { ExactTime } from "@/admin/ExactTime";
import { outcomeText } from "@/admin/outcome";
import styles from "@/admin/Sources.module.css";
import { text } from "@/admin/text";
import { ProblemError } from "@/shared/http/api";
import type { ListedConflict, SourceIssues, SourceReport, SourceState } from "@/shared/http/types";
import { problemText } from "@/shared/i18n/common";
import { number } from "@/shared/i18n/format";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

/** Interval of requests while an update runs, in milliseconds. */
const RECHECK_INTERVAL = 2000;

interface SourcesProps {
	sources: SourceState[];
	conflicts: ListedConflict[];
	reload: () => Promise<void>;
}

/** Git sources of the site, with their state and the conflicts that need a decision. */
export function Sources({ sources, conflicts, reload }: SourcesProps) {
	const locale = useLocale();
	const running = sources.some((source) => source.running);
	useEffect(() => {
		if (!running) return;
		const timer = setInterval(() => void reload(), RECHECK_INTERVAL);
		return () => clearInterval(timer);
	}, [running, reload]);
	return (
		<>
			<h2>{text(locale, "sourcesTitle")}</h2>
			{sources.length === 0 && <p>{text(locale, "sourcesNone")}</p>}
			{sources.map((source) => (
				<Source key={source.name} source={source} reload={reload} />
			))}
			{conflicts.length > 0 && <Conflicts conflicts={conflicts} reload={reload} />}
		</>
	);
}

function Source({ source, reload }: { source: SourceState; reload: () => Promise<void> }) {
	const locale = useLocale();
	const [failed, setFailed] = useState("");
	const ask = async () => {
		setFailed("");
		try {
			await updateSource(source.name);
			await reload();
		} catch (error) {
			setFailed(problemText(locale, error instanceof ProblemError ? error.problem : { code: "unavailable" }));
		}
	};
	const { commit, report } = source;
	const timeOf = (at: number | null) => at !== null && <ExactTime key={at} at={at} />;
	const facts: [name: string, value: ReactNode][] = [
		[text(locale, "sourceBranch"), source.branch],
		[text(locale, "sourceCommit"), commit && `${commit.id.slice(0, 10)} ${commit.subject}`],
		[text(locale, "sourceAsked"), timeOf(source.checked_at)],
		[text(locale, "sourceNext"), timeOf(source.next_at)],
	];
	return (
		<section className={styles.source} aria-label={source.name}>
			<h3>{source.name}</h3>
			<p className={styles.address}>{source.address}</p>
			<dl className={listStyles.summary}>
				{facts.map(
					([name, value]) =>
						value && (
							<div key={name}>
								<dt>{name}</dt>
								<dd>{value}</dd>
							</div>
						),
				)}
			</dl>
			<p role="status">{source.running ? runningText(locale, source) : outcomeText(locale, source.outcome)}</p>
			{!source.running && source.detail && <pre className={panelStyles.output}>{source.detail}</pre>}
			{report && <Report report={report} />}
			<button type="button" onClick={() => void ask()} disabled={source.running}>
				{text(locale, "sourceUpdate", { name: source.name })}
			</button>
			{failed && <p role="alert">{failed}</p>}
		</section>
	);
}

/** Returns the message for a running update, with the number of processed pages if the server has sent it. */
function runningText(locale: Locale, { progress }: SourceState): string {
	if (progress === null) return text(locale, "sourceRunning");
	return text(locale, "sourceReplaying", { done: number(progress.done), total: number(progress.total) });
}

function Report({ report }: { report: SourceReport }) {
	const locale = useLocale();
	const { pages, changed, moved, removed, ahead, conflicts, versions, issues } = report;
	const counts = { pages, new: report.new, changed, moved, removed, ahead, conflicts };
	return (
		<>
			<p>{text(locale, "sourceCounts", counts)}</p>
			{versions.length > 0 && (
				<p>{text(locale, "sourceVersions", { names: versions.join(locale === "zh-CN" ? "、" : ", ") })}</p>
			)}
			{report.rewritten && <p>{text(locale, "sourceRewritten")}</p>}
			<Issues issues={issues} label="sourceIssues" />
			<Issues issues={report.version_issues} label="sourceVersionIssues" />
		</>
	);
}

function Issues({ issues, label }: { issues: SourceIssues; label: "sourceIssues" | "sourceVersionIssues" }) {
	const locale = useLocale();
	const { worst, more } = issues;
	if (worst.length === 0) return null;
	const listedCount = worst.reduce((sum, { count }) => sum + count, 0);
	return (
		<details>
			<summary>{text(locale, label, { count: listedCount + more })}</summary>
			<ul className={styles.issues}>
				{worst.map(({ severity, file, line, code, detail, count }) => (
					<li key={`${file} ${line} ${code} ${detail}`} data-severity={severity}>
						<code>
							{file}
							{line !== null && `:${line}`}
						</code>{" "}
						{detail} <small>({count > 1 ? `${code} × ${count}` : code})</small>
					</li>
				))}
			</ul>
		</details>
	);
}
