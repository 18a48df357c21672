import { expect, test } from "vitest";
import { codeToCopy } from "@/docs/codeToCopy";

const prompt = (sign: string) => `<span class="hl-prompt">${sign} </span>`;

test.each([
	["code is copied unchanged", "a\n# b\n", "a\n# b\n"],
	["output of commands is omitted", `${prompt("$")}ls\nfile\n${prompt("$")}pwd\n/home\n`, "ls\npwd\n"],
	["continuation lines of commands are copied", `${prompt("$")}ls \\\n  -l\ntotal 0\n`, "ls \\\n  -l\n"],
	["deleted lines are omitted", '<span class="line removed">a\n</span><span class="line">b\n</span>', "b\n"],
	[
		"output is omitted in a session with line elements",
		`<span class="line">${prompt("#")}ls\n</span><span class="line">out\n</span>`,
		"ls\n",
	],
	[
		"here-documents are copied completely",
		`${prompt("$")}cat &lt;&lt;EOF<span class="hl-continuation">\na: 1\n\nEOF</span>\nout\n${prompt("$")}ls\n`,
		"cat <<EOF\na: 1\n\nEOF\nls\n",
	],
	[
		"here-documents in line elements are copied completely",
		`<span class="line">${prompt("$")}cat &lt;&lt;EOF<span class="hl-continuation">\n</span></span><span class="line"><span class="hl-continuation">EOF</span>\n</span><span class="line">out\n</span>`,
		"cat <<EOF\nEOF\n",
	],
])("code to copy: %s", (_name, html, expected) => {
	const block = document.createElement("pre");
	block.innerHTML = `<code>${html}</code>`;
	expect(codeToCopy(block)).toBe(expected);
});
