import { setSource, written } from "@/admin/pages/api";
import { ChoiceDialog } from "@/admin/pages/editor/ChoiceDialog";
import { localeOf, type Segment, segments } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { languageName, useLocale } from "@/shared/i18n/locale";

interface SourceDialogProps {
	id: string;
	source: Segment;
	done: (message: string) => Promise<void>;
	close: () => void;
}

/** Dialog to set the source language of a page; translators edit the other language. */
export function SourceDialog({ id, source, done, close }: SourceDialogProps) {
	const locale = useLocale();
	const nameOf = (segment: Segment) => languageName(localeOf(segment), locale);
	return (
		<ChoiceDialog
			title={text(locale, "original")}
			label={text(locale, "original")}
			hint={text(locale, "originalHint")}
			initial={source}
			choices={segments.map((segment) => [segment, nameOf(segment)] as const)}
			save={async (to) => {
				await setSource(id, to, (await written(id)).revision);
				await done(text(locale, "originalChanged", { language: nameOf(to) }));
			}}
			close={close}
		/>
	);
}
