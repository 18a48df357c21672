// Data of the quality chart: for each language, the share of questions with the right section in the first five
// results.
import type { RecordedEvaluation } from "@/shared/http/types";
import type { LanguageLine } from "@/shared/ui/LanguageChart";

/** Returns a chart line for each language with at least two evaluations. `recorded` is sorted newest first. */
export function qualityLines(recorded: RecordedEvaluation[]): LanguageLine[] {
	const oldestFirst = [...recorded].reverse();
	if (oldestFirst.length < 2) return [];
	return (["zh-CN", "en-US"] as const).flatMap((locale): LanguageLine[] => {
		const shares = oldestFirst.flatMap(({ metrics }, at) => {
			const row = metrics.languages.find((language) => language.locale === locale);
			return row ? [{ at, share: row.section_at_5 }] : [];
		});
		const [first, last] = [shares[0], shares.at(-1)];
		if (!first || !last || shares.length < 2) return [];
		const x = (at: number) => Math.round((at / (oldestFirst.length - 1)) * 1000) / 10;
		const y = (share: number) => Math.round((1 - share) * 1000) / 10;
		const points = shares.map(({ at, share }) => `${x(at)},${y(share)}`).join(" ");
		return [{ locale, points, first: first.share, last: last.share }];
	});
}
