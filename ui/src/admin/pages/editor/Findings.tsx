import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { IssueText } from "@/admin/pages/editor/IssueText";
import { type Fix, replaceLines } from "@/admin/pages/editor/insert";
import styles from "@/admin/pages/editor/Pane.module.css";
import { currentLine, lineMapping } from "@/admin/pages/editor/segments";
import { useDocumentSession } from "@/admin/pages/editor/useDocumentSession";
import { named, text } from "@/admin/pages/text";
import type { TextFinding } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";

/** Issues of the text, each with its line and, if known, its fix. */
export function Findings({ documentSession, mayEdit }: { documentSession: DocumentSession; mayEdit: boolean }) {
	const locale = useLocale();
	const { lastPreview: seen } = useDocumentSession(documentSession);
	if (!seen) return null;
	const { findings } = seen.preview;
	if (findings.length === 0) return <p className={styles.none}>{text(locale, "findingsNone")}</p>;
	const lineOf = ({ line }: TextFinding) =>
		line === null ? undefined : currentLine(line, lineMapping(seen.text, documentSession.saver.text()));
	const lines = seen.text.split("\n");
	const fixOf = (finding: TextFinding): Fix[] => {
		const line = finding.fix === null || !mayEdit ? undefined : lineOf(finding);
		return line === undefined ? [] : [{ line, original: lines[(finding.line ?? 1) - 1] ?? "", fix: finding.fix ?? "" }];
	};
	const correct = (fixes: Fix[]) => documentSession.textEditor()?.edit(replaceLines(fixes));
	const fixes = findings.flatMap(fixOf);
	return (
		<details className={styles.fold} open={findings.some(({ severity }) => severity === "error")}>
			<summary>{text(locale, "findings", { count: number(findings.length) })}</summary>
			{fixes.length > 1 && (
				<button type="button" onClick={() => correct(fixes)}>
					{text(locale, "fixAll", { count: number(fixes.length) })}
				</button>
			)}
			<ul>
				{findings.map((finding, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: an issue has no id, and all are replaced together.
					<li key={at} data-severity={finding.severity}>
						<b>{named(locale, `severity.${finding.severity}`) ?? finding.severity}</b>{" "}
						{finding.line !== null && (
							<>
								<button
									type="button"
									data-kind="quiet"
									onClick={() => {
										const line = lineOf(finding);
										if (line !== undefined) documentSession.textEditor()?.reveal(line, "caret");
									}}
								>
									{text(locale, "line", { line: number(finding.line) })}
								</button>{" "}
							</>
						)}
						<IssueText finding={finding} />{" "}
						{finding.fix !== null && mayEdit && (
							<button
								type="button"
								aria-label={text(locale, "fixName", { line: finding.line ?? 1 })}
								onClick={() => correct(fixOf(finding))}
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
