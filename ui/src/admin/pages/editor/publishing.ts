// Data of a publish request: verdicts on the changes, and the errors of a rejected request.
import { escapeMarkdown } from "@/admin/media/markdown";
import { startOfBody } from "@/admin/pages/editor/insert";
import type { ProblemError } from "@/shared/http/api";
import type { SegmentChange, SegmentDecision, Verdict } from "@/shared/http/types";

/**
 * Returns the default verdict: `translated` if both languages have changed and are published together, or else the
 * suggestion of the server.
 */
export function usualVerdict(
	{ counterpart_changed, suggested }: Pick<SegmentChange, "counterpart_changed" | "suggested">,
	withOther: boolean,
): Verdict {
	return withOther && counterpart_changed ? "translated" : suggested;
}

/** Returns the changes that need a verdict, because they affect the other language. */
export function affecting(changes: SegmentChange[]): SegmentChange[] {
	return changes.filter(({ affected }) => affected > 0);
}

export function decisionsOf(
	changes: SegmentChange[],
	verdicts: Record<string, Verdict>,
	withOther: boolean,
): SegmentDecision[] {
	return affecting(changes).map((change) => ({
		segment: change.id,
		verdict: verdicts[change.id] ?? usualVerdict(change, withOther),
	}));
}

/** Returns the number of segments of the other language that these verdicts make outdated. */
export function outdatedBy(changes: SegmentChange[], decisions: SegmentDecision[]): number {
	const changedMeaning = new Set(
		decisions.filter(({ verdict }) => verdict === "meaning").map(({ segment }) => segment),
	);
	return changes.filter(({ id }) => changedMeaning.has(id)).reduce((sum, { affected }) => sum + affected, 0);
}

/** Returns the errors of the publish gate that are about single segments, from the body of the problem. */
export function gateIssuesOf({ problem, body }: ProblemError): { code: string; detail: string }[] {
	if (!problem.errors.some(({ field }) => field === "gate")) return [];
	const { errors }: { errors: { field: string; code: string; detail: string }[] } = JSON.parse(body);
	return errors.filter(({ field, code }) => field === "gate" && !code.startsWith("other-"));
}

/** Whether the text has no content after its front matter. */
export function isBlank(text: string): boolean {
	return text.slice(startOfBody(text)).trim() === "";
}

/** Whether two revisions belong to the same text. The part before the first `-` is the text id. */
export function areOfOneText(one: string, other: string): boolean {
	return one.split("-", 1)[0] === other.split("-", 1)[0];
}

export interface MissingAltImage {
	/** Field of the text; `other.text` for the other language, if both are published. */
	field: string;
	line: number;
	/** Target of the image, as written in the text. */
	detail: string;
}

/**
 * Returns the images without alt text that are the reason for the rejection. Only the response body has their line
 * numbers.
 */
export function imagesWithoutAltText({ problem, body }: ProblemError): MissingAltImage[] {
	if (!problem.errors.some(({ code }) => code === "image-without-alt-text")) return [];
	const { errors }: { errors: (MissingAltImage & { code: string })[] } = JSON.parse(body);
	return errors.filter(({ code }) => code === "image-without-alt-text");
}

/** Returns the line with the alt text inserted for an image; undefined if the line does not contain it as `![](…)`. */
export function insertAltText(line: string, target: string, description: string): string | undefined {
	const altText = escapeMarkdown(description.trim().replace(/\s+/g, " "));
	for (const { 0: empty, index } of line.matchAll(/!\[\s*\]\(\s*<?/g)) {
		const end = index + empty.length;
		const after = line.slice(end + target.length);
		if (line.startsWith(target, end) && /^[\s>)]/.test(after))
			return `${line.slice(0, index)}![${altText}]${line.slice(index + empty.indexOf("("))}`;
	}
	return undefined;
}
