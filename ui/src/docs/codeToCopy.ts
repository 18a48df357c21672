/** The code of a block without lines that a change removes; of a console session only the commands, without prompts. */
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
		} else code += textContent;
	}
	return hasPrompt ? commandsOf(code) : code;
}

/** Stands for a prompt; a character that no text has. */
const promptMark = "\u{fdd0}";

/** Lines with a prompt, and the lines that continue them. */
function commandsOf(session: string): string {
	const commands: string[] = [];
	let continues = false;
	for (const line of session.split("\n")) {
		const isCommand: boolean = continues || line.startsWith(promptMark);
		if (isCommand) commands.push(line.replace(promptMark, ""));
		continues = isCommand && line.endsWith("\\");
	}
	return `${commands.join("\n")}\n`;
}
