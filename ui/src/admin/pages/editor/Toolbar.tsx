import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { around, before, block, blocks, heading, type Rule } from "@/admin/pages/editor/insert";
import { Menu } from "@/admin/pages/editor/Menu";
import styles from "@/admin/pages/editor/Pane.module.css";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";

interface ToolbarProps {
	documentSession: DocumentSession;
	label: string;
	pickLink: () => void;
	pickPicture: () => void;
}

const tools: [name: "bold" | "italic" | "heading" | "list" | "code", rule: Rule, keys: string | undefined][] = [
	["bold", around("**"), "Control+B"],
	["italic", around("*"), "Control+I"],
	["heading", heading, undefined],
	["list", before("- "), undefined],
	["code", around("`"), undefined],
];

/** The most frequent commands, for users who do not remember Markdown or have no keyboard. */
export function Toolbar({ documentSession, label, pickLink, pickPicture }: ToolbarProps) {
	const locale = useLocale();
	const write = (rule: Rule) => documentSession.textEditor()?.edit(rule);
	return (
		<div role="toolbar" aria-label={label} className={styles.tools}>
			{tools.map(([name, rule, keys]) => (
				<button key={name} type="button" aria-keyshortcuts={keys} onClick={() => write(rule)}>
					{text(locale, `tool.${name}`)}
				</button>
			))}
			<button type="button" aria-keyshortcuts="Control+K" onClick={pickLink}>
				{text(locale, "tool.link")}
			</button>
			<Menu
				label={text(locale, "tool.insert")}
				name={text(locale, "tool.insertName")}
				items={blocks.map(({ name, written }) => ({
					name: text(locale, `block.${name}`),
					act: name === "picture" ? pickPicture : () => write(block(written)),
				}))}
			/>
		</div>
	);
}
