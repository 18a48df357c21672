import { Fragment, useRef, useState } from "react";
import type { DocumentSession } from "@/admin/pages/editor/documentSession";
import { type Fix, replaceLines } from "@/admin/pages/editor/insert";
import { insertAltText, type MissingAltImage } from "@/admin/pages/editor/publishing";
import { localeOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { Field } from "@/shared/ui/Field";
import listStyles from "@/shared/ui/list.module.css";
import panelStyles from "@/shared/ui/panel.module.css";

interface MissingAltTextProps {
	images: MissingAltImage[];
	documentSession: DocumentSession;
	/** Editing session of the other language, if the page has a text in that language. */
	other: DocumentSession | undefined;
	otherName: string;
	/** Moves to the line of an image in a text. */
	go: (to: DocumentSession, line: number) => void;
	/** Called after the alt texts are inserted, with the images that still have no alt text. */
	done: (left: MissingAltImage[]) => void;
}

/** List of images without alt text, with fields in which the user enters the alt text. */
export function MissingAltText({ images, documentSession, other, otherName, go, done }: MissingAltTextProps) {
	const locale = useLocale();
	const [altTexts, setAltTexts] = useState<Record<string, string>>({});
	const container = useRef<HTMLDivElement>(null);
	const texts = [documentSession, other].flatMap((of) => {
		const missing = images.filter(({ field }) => (field === "other.text") === (of === other));
		return of && missing.length > 0 ? [{ of, missing }] : [];
	});

	/** Inserts the entered alt texts. Images without alt text stay listed. */
	function insertAltTexts() {
		const left = texts.flatMap(({ of, missing }) => {
			const fixes = new Map<number, Fix>();
			const bare = missing.filter((image) => {
				const { line, detail } = image;
				const original = lineOf(of, line);
				// A line may contain several images.
				const fix = describedIn(of, fixes.get(line)?.fix ?? original, detail, altTexts[nameOf(image)]);
				if (fix !== undefined) fixes.set(line, { line, original, fix });
				return fix === undefined;
			});
			if (fixes.size > 0) of.textEditor()?.edit(replaceLines([...fixes.values()]), true);
			return bare;
		});
		const fields = container.current?.querySelectorAll("input") ?? [];
		[...fields].find(({ value }) => value.trim() === "")?.focus();
		if (left.length < images.length) done(left);
	}

	return (
		<div ref={container} className={panelStyles.warning}>
			{texts.map(({ of, missing }) => (
				<Fragment key={of.segment}>
					<p role="alert">
						{of === other ? text(locale, "publishImagesOther", { language: otherName }) : text(locale, "publishImages")}
					</p>
					{[...new Map(missing.map((image) => [nameOf(image), image]))].map(([name, { line, detail }]) => (
						<Fragment key={name}>
							{isWritable(of, { line, detail }) && (
								<Field label={text(locale, "publishImageAltText", { line: number(line), path: detail })}>
									{(attributes) => (
										<input
											{...attributes}
											lang={localeOf(of.segment)}
											value={altTexts[name] ?? ""}
											autoComplete="off"
											maxLength={500}
											onChange={({ target }) => setAltTexts({ ...altTexts, [name]: target.value })}
											onKeyDown={(event) => {
												if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
												event.preventDefault();
												insertAltTexts();
											}}
										/>
									)}
								</Field>
							)}
							<p className={listStyles.actions}>
								<button type="button" data-kind="quiet" onClick={() => go(of, line)}>
									{text(locale, "publishImage", { line: number(line), path: detail })}
								</button>
							</p>
						</Fragment>
					))}
				</Fragment>
			))}
			{texts.some(({ of, missing }) => missing.some((image) => isWritable(of, image))) && (
				<button type="button" onClick={insertAltTexts}>
					{text(locale, "publishImageInsert")}
				</button>
			)}
		</div>
	);
}

function nameOf({ field, line, detail }: MissingAltImage): string {
	return `${field} ${line} ${detail}`;
}

function lineOf(documentSession: DocumentSession, line: number): string {
	return documentSession.saver.text().split("\n")[line - 1] ?? "";
}

/** Whether the alt text can be entered in this dialog: the image must be in Markdown, on one line. */
function isWritable(
	documentSession: DocumentSession,
	{ line, detail }: Pick<MissingAltImage, "line" | "detail">,
): boolean {
	return describedIn(documentSession, lineOf(documentSession, line), detail, "x") !== undefined;
}

/**
 * Returns `line` with `altText` inserted for the image `target`; undefined if `altText` is blank, the line does not
 * contain the image as `![](…)`, or the text has no editor.
 */
function describedIn(documentSession: DocumentSession, line: string, target: string, altText = ""): string | undefined {
	return documentSession.textEditor() && altText.trim() !== "" ? insertAltText(line, target, altText) : undefined;
}
