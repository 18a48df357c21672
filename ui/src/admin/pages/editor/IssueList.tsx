import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { IssueText } from "@/admin/pages/editor/IssueText";
import { type Fix, replaceLines } from "@/admin/pages/editor/insert";
import styles from "@/admin/pages/editor/Pane.module.css";
import { currentLine, lineMapping } from "@/admin/pages/editor/segments";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { named, text } from "@/admin/pages/text";
import type { LintIssue } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";

/** Issues of the text, each with its line and, if known, its fix. */
export function IssueList({ documentSession, mayEdit }: { documentSession: DocumentSession; mayEdit: boolean }) {
	const locale = useLocale();
	const { lastPreview: seen } = useDocumentSession(documentSession);
	if (!seen) return null;
	const { issues } = seen.preview;
	if (issues.length === 0) return <p className={styles.none}>{text(locale, "issuesNone")}</p>;
	const lineOf = ({ line }: LintIssue) =>
		line === null ? undefined : currentLine(line, lineMapping(seen.text, documentSession.saver.text()));
	const lines = seen.text.split("\n");
	const fixOf = (issue: LintIssue): Fix[] => {
		const line = issue.fix === null || !mayEdit ? undefined : lineOf(issue);
		return line === undefined ? [] : [{ line, original: lines[(issue.line ?? 1) - 1] ?? "", fix: issue.fix ?? "" }];
	};
	const correct = (fixes: Fix[]) => documentSession.textEditor()?.edit(replaceLines(fixes));
	const fixes = issues.flatMap(fixOf);
	return (
		<details className={styles.fold} open={issues.some(({ severity }) => severity === "error")}>
			<summary>{text(locale, "issues", { count: number(issues.length) })}</summary>
			{fixes.length > 1 && (
				<button type="button" onClick={() => correct(fixes)}>
					{text(locale, "fixAll", { count: number(fixes.length) })}
				</button>
			)}
			<ul>
				{issues.map((issue, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: an issue has no id, and all are replaced together.
					<li key={at} data-severity={issue.severity}>
						<b>{named(locale, `severity.${issue.severity}`) ?? issue.severity}</b>{" "}
						{issue.line !== null && (
							<>
								<button
									type="button"
									data-kind="quiet"
									onClick={() => {
										const line = lineOf(issue);
										if (line !== undefined) documentSession.textEditor()?.reveal(line, "caret");
									}}
								>
									{text(locale, "line", { line: number(issue.line) })}
								</button>{" "}
							</>
						)}
						<IssueText issue={issue} />{" "}
						{issue.fix !== null && mayEdit && (
							<button
								type="button"
								aria-label={text(locale, "fixName", { line: issue.line ?? 1 })}
								onClick={() => correct(fixOf(issue))}
							>
								{text(locale, "fix")}
							</button>
						)}
					</li>
				))}
			</ul>
		</details>
	);
}
