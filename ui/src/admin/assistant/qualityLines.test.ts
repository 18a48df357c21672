import { expect, test } from "vitest";
import { qualityLines } from "@/admin/assistant/qualityLines";
import type { RecordedEvaluation } from "@/shared/http/types";

function recorded(share: number, locales: string[] = ["zh-CN", "en-US"]): RecordedEvaluation {
	const row = { count: 1, section_at_1: 0, page_at_5: 1, cited: 1 };
	return {
		id: `${share}`,
		recorded_at: 0,
		version: "1",
		metrics: {
			languages: locales.map((locale) => ({ ...row, locale, section_at_5: share })),
			auroc: 1,
			refused: 1,
			verbatim: 1,
			answered: 1,
			answered_removed: 0,
			answered_off_topic: 0,
		},
	};
}

test("chart lines run from the oldest evaluation to the newest", () => {
	const [zh] = qualityLines([recorded(1), recorded(0.5), recorded(0)]);
	expect(zh).toEqual({ locale: "zh-CN", points: "0,100 50,50 100,0", first: 0, last: 1 });
});

test("language with fewer than two evaluations has no chart line", () => {
	expect(qualityLines([recorded(1)])).toEqual([]);
	expect(qualityLines([recorded(1), recorded(1, ["zh-CN"])]).map(({ locale }) => locale)).toEqual(["zh-CN"]);
});
