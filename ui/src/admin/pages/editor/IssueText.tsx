import { issueMessage } from "@/admin/pages/editor/issues";
import type { LintIssue } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

export function IssueText({ issue }: { issue: Pick<LintIssue, "code" | "detail"> }) {
	const pieces = issueMessage(useLocale(), issue);
	// biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position.
	return pieces.map(({ words, isCode }, at) => (isCode ? <code key={at}>{words}</code> : words));
}
