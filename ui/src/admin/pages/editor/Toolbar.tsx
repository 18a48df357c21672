import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { block, blocks, heading, type Rule, toggleDelimiter, toggleLinePrefix } from "@/admin/pages/editor/insert";
import { Menu } from "@/admin/pages/editor/Menu";
import styles from "@/admin/pages/editor/Pane.module.css";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";
import { Icon } from "@/shared/ui/Icon";

interface ToolbarProps {
	documentSession: DocumentSession;
	label: string;
	pickLink: () => void;
	pickImage: () => void;
}

type ToolName = "bold" | "italic" | "heading" | "list" | "code" | "link";

const tools: [name: ToolName, rule: Rule, keys: string | undefined][] = [
	["bold", toggleDelimiter("**"), "Control+B"],
	["italic", toggleDelimiter("*"), "Control+I"],
	["heading", heading, undefined],
	["list", toggleLinePrefix("- "), undefined],
	["code", toggleDelimiter("`"), undefined],
];

/** Toolbar with frequent commands. */
export function Toolbar({ documentSession, label, pickLink, pickImage }: ToolbarProps) {
	const locale = useLocale();
	const write = (rule: Rule) => documentSession.textEditor()?.edit(rule);
	return (
		<div role="toolbar" aria-label={label} className={styles.tools}>
			{tools.map(([name, rule, keys]) => (
				<Tool key={name} name={name} keys={keys} use={() => write(rule)} />
			))}
			<Tool name="link" keys="Control+K" use={pickLink} />
			<Menu
				label={text(locale, "tool.insert")}
				name={text(locale, "tool.insertName")}
				items={blocks.map(({ name, written }) => ({
					name: text(locale, `block.${name}`),
					act: name === "image" ? pickImage : () => write(block(written)),
				}))}
			/>
		</div>
	);
}

/** Button with an icon. */
function Tool({ name, keys, use }: { name: ToolName; keys: string | undefined; use: () => void }) {
	const label = text(useLocale(), `tool.${name}`);
	return (
		<button type="button" aria-label={label} title={label} aria-keyshortcuts={keys} onClick={use}>
			<Icon name={name} />
		</button>
	);
}
