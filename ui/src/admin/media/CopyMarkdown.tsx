import { useState } from "react";
import styles from "@/admin/media/Media.module.css";
import { markdownOf } from "@/admin/media/markdown";
import { mediaText as text } from "@/admin/media/mediaText";
import type { MediaFile } from "@/shared/http/types";
import { withTrailingSpace } from "@/shared/i18n/join";
import { type Locale, languageName, useLocale } from "@/shared/i18n/locale";
import listStyles from "@/shared/ui/list.module.css";

const languages: Locale[] = ["zh-CN", "en-US"];

/** Button that copies a Markdown link to the file; for an image, a button for each language of the alt text. */
export function CopyMarkdown({ file }: { file: MediaFile }) {
	const locale = useLocale();
	const [done, setDone] = useState<{ ok: boolean; markdown: string }>();
	async function copy(language: Locale): Promise<void> {
		const markdown = markdownOf(file, language);
		try {
			await navigator.clipboard.writeText(markdown);
			setDone({ ok: true, markdown });
		} catch {
			setDone({ ok: false, markdown });
		}
	}
	return (
		<>
			<p className={listStyles.actions}>
				{file.class !== "image" ? (
					<button type="button" onClick={() => void copy(locale)}>
						{text(locale, "copy")}
					</button>
				) : (
					languages.map((language) => (
						<button key={language} type="button" onClick={() => void copy(language)}>
							{text(locale, "copyIn", { language: languageName(language, locale) })}
						</button>
					))
				)}
			</p>
			<p role="status">
				{done && withTrailingSpace(text(locale, done.ok ? "copied" : "copyFailed"))}
				{done && <code className={styles.code}>{done.markdown}</code>}
			</p>
		</>
	);
}
