/**
 * Returns the code of a block without the deleted lines of a diff. For a console session, returns only the commands,
 * without prompts.
 */
export function codeToCopy(block: Element): string {
	const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
	let code = "";
	let hasPrompt = false;
	while (walker.nextNode()) {
		const { parentElement, textContent } = walker.currentNode;
		if (parentElement?.closest(".line.removed")) continue;
		if (parentElement?.closest(".hl-prompt")) {
			code += promptMark;
			hasPrompt = true;
		} else if (parentElement?.closest(".hl-continuation")) {
			code += (textContent ?? "").replaceAll("\n", lineBreakMark);
		} else code += textContent;
	}
	return hasPrompt ? commandsOf(code) : code;
}

/** Placeholder for a prompt: a noncharacter, which no text contains. */
const promptMark = "\u{fdd0}";

/** Placeholder for a line break within a command, such as in a here-document. */
const lineBreakMark = "\u{fdd1}";

/** Returns the lines with a prompt, and their continuation lines. */
function commandsOf(session: string): string {
	const commands: string[] = [];
	let continues = false;
	for (const line of session.split("\n")) {
		const isCommand: boolean = continues || line.startsWith(promptMark);
		if (isCommand) commands.push(line.replace(promptMark, "").replaceAll(lineBreakMark, "\n"));
		continues = isCommand && line.endsWith("\\");
	}
	return `${commands.join("\n")}\n`;
}
