import { useRef } from "react";
import { Field } from "@/admin/Field";
import part from "@/admin/People.module.css";
import type { Desk } from "@/admin/pages/editor/desk";
import { replaceLines } from "@/admin/pages/editor/insert";
import { type BarePicture, described } from "@/admin/pages/editor/publishing";
import { localeOf } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { number } from "@/shared/format";
import { useLocale } from "@/shared/locale";

interface BarePicturesProps {
	pictures: BarePicture[];
	desk: Desk;
	/** Of the language, where it is not the one that the dialog is about. */
	otherName: string | undefined;
	/** Leads to where one stands in the text. */
	go: (line: number) => void;
	/** Once words stand in the text. */
	done: () => void;
}

/** Pictures that say nothing to those who do not see them: their words are written here, or in the text. */
export function BarePictures({ pictures, desk, otherName, go, done }: BarePicturesProps) {
	const locale = useLocale();
	return (
		<div className={part.stale}>
			<p role="alert">
				{otherName === undefined
					? text(locale, "publishPictures")
					: text(locale, "publishPicturesOther", { language: otherName })}
			</p>
			{pictures.map((picture) => (
				<BarePictureForm key={`${picture.line} ${picture.detail}`} picture={picture} desk={desk} go={go} done={done} />
			))}
		</div>
	);
}

function BarePictureForm({
	picture,
	desk,
	go,
	done,
}: Omit<BarePicturesProps, "pictures" | "otherName"> & { picture: BarePicture }) {
	const locale = useLocale();
	const words = useRef<HTMLInputElement>(null);
	const { line, detail } = picture;
	const said = desk.saver.text().split("\n")[line - 1] ?? "";
	// What is not written on one line, or in HTML, is changed where it stands.
	const canFill = desk.surface() !== undefined && described(said, detail, "x") !== undefined;

	function put() {
		const fix = described(said, detail, words.current?.value ?? "");
		if (!words.current?.value.trim() || fix === undefined) {
			words.current?.focus();
			return;
		}
		desk.surface()?.edit(replaceLines([{ line, said, fix }]), true);
		done();
	}

	return (
		<>
			{canFill && (
				<Field label={text(locale, "publishPictureWords", { line: number(line), path: detail })}>
					{(attributes) => (
						<input
							{...attributes}
							ref={words}
							lang={localeOf(desk.segment)}
							autoComplete="off"
							maxLength={500}
							onKeyDown={(event) => {
								if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
								event.preventDefault();
								put();
							}}
						/>
					)}
				</Field>
			)}
			<p className={part.acts}>
				{canFill && (
					<button type="button" onClick={put}>
						{text(locale, "publishPicturePut")}
					</button>
				)}
				<button type="button" data-kind="quiet" onClick={() => go(line)}>
					{text(locale, "publishPicture", { line: number(line), path: detail })}
				</button>
			</p>
		</>
	);
}
