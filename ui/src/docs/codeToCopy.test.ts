import { expect, test } from "vitest";
import { codeToCopy } from "@/docs/codeToCopy";

const prompt = (sign: string) => `<span class="hl-prompt">${sign} </span>`;

test.each([
	["code is copied as it is", "a\n# b\n", "a\n# b\n"],
	["output of commands is left out", `${prompt("$")}ls\nfile\n${prompt("$")}pwd\n/home\n`, "ls\npwd\n"],
	["continued commands are whole", `${prompt("$")}ls \\\n  -l\ntotal 0\n`, "ls \\\n  -l\n"],
	["removed lines are left out", '<span class="line removed">a\n</span><span class="line">b\n</span>', "b\n"],
	["lines of a marked session", `<span class="line">${prompt("#")}ls\n</span><span class="line">out\n</span>`, "ls\n"],
])("%s", (_name, html, expected) => {
	const block = document.createElement("pre");
	block.innerHTML = `<code>${html}</code>`;
	expect(codeToCopy(block)).toBe(expected);
});
