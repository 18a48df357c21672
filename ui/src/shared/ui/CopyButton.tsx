import { useState } from "react";
import { useLocale } from "@/shared/i18n/locale";
import { controlsText as text } from "@/shared/ui/controlsText";

/** Copies `value` to the clipboard and reports the result. */
export function CopyButton({ value }: { value: string }) {
	const locale = useLocale();
	const [copied, setCopied] = useState<boolean>();
	async function copy() {
		try {
			await navigator.clipboard.writeText(value);
			setCopied(true);
		} catch (error) {
			console.error("copying text failed", error);
			setCopied(false);
		}
	}
	return (
		<>
			<button type="button" onClick={() => void copy()}>
				{text(locale, "copy")}
			</button>
			<span role="status">{copied !== undefined && text(locale, copied ? "copied" : "copyFailed")}</span>
		</>
	);
}
