import { expect, test } from "vitest";
import { joinSentences } from "@/shared/i18n/join";

test("sentences are separated by a space in English only", () => {
	expect(joinSentences("zh-CN", ["没有填写。", "例如：a"])).toBe("没有填写。例如：a");
	expect(joinSentences("en-US", ["Nothing is said.", "Such as a"])).toBe("Nothing is said. Such as a");
	expect(joinSentences("en-US", [])).toBe("");
});
