import { type ComponentType, useState } from "react";
import styles from "@/app/Shortcuts.module.css";
import { text } from "@/app/text";
import { useLocale } from "@/shared/i18n/locale";
import { useShortcuts } from "@/shared/shortcuts";

/** Button that opens the list of shortcuts; the key `?` opens the list, too. */
export function Shortcuts() {
	const locale = useLocale();
	const [List, setList] = useState<ComponentType<{ close: () => void }>>();
	const show = () => {
		import("@/app/keys/KeyList").then(
			({ KeyList }) => setList(() => KeyList),
			(error: unknown) => console.error("loading list of shortcuts failed", error),
		);
	};
	useShortcuts({ "?": show });

	return (
		<>
			<button type="button" className={styles.opener} data-needs-script="" aria-haspopup="dialog" onClick={show}>
				{text(locale, "keys")}
			</button>
			{List && <List close={() => setList(undefined)} />}
		</>
	);
}
