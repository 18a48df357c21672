import { expect, test } from "vitest";
import { questionOf } from "@/assistant/question";

test.each([
	["  how?\n", "how?"],
	["\u{202e}how\u{202c} do\u{200b} I", "how do I"],
	["\u{200b}\u{feff} ", ""],
	["怎么恢复备份？", "怎么恢复备份？"],
	[`a${"😀".repeat(600)}`, `a${"😀".repeat(499)}`],
	["\u{d83d}how?", "how?"],
])("question %j", (text, expected) => expect(questionOf(text)).toBe(expected));
