import { expect, test } from "vitest";
import { isTooLong, questionOf } from "@/assistant/question";

test.each([
	["  how?\n", "how?"],
	["\u{202e}how\u{202c} do\u{200b} I", "how do I"],
	["\u{200b}\u{feff} ", ""],
	["怎么恢复备份？", "怎么恢复备份？"],
	[`a${"😀".repeat(600)}`, `a${"😀".repeat(499)}`],
	["\u{d83d}how?", "how?"],
])("question %j is cleaned up to %j", (text, expected) => expect(questionOf(text)).toBe(expected));

test.each([
	["如".repeat(500), false],
	["如".repeat(501), true],
	["😀".repeat(500), false],
	[`\u{200b} ${"a".repeat(500)}\n`, false],
])("question %j is too long: %s", (text, expected) => expect(isTooLong(text)).toBe(expected));
