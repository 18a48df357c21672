import { expect, test } from "vitest";
import { sentences } from "@/shared/sentences";

test("sentences follow each other as their language has it", () => {
	expect(sentences("zh-CN", ["没有填写。", "例如：a"])).toBe("没有填写。例如：a");
	expect(sentences("en-US", ["Nothing is said.", "Such as a"])).toBe("Nothing is said. Such as a");
	expect(sentences("en-US", [])).toBe("");
});
