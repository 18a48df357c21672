import { findingMessage } from "@/admin/pages/editor/findings";
import type { TextFinding } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";

export function IssueText({ finding }: { finding: Pick<TextFinding, "code" | "detail"> }) {
	const pieces = findingMessage(useLocale(), finding);
	// biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position.
	return pieces.map(({ words, isCode }, at) => (isCode ? <code key={at}>{words}</code> : words));
}
