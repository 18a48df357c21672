import { useEffect, useEffectEvent, useId, useRef } from "react";
import { Acknowledge } from "@/admin/pages/editor/Acknowledge";
import { afterPaints } from "@/admin/pages/editor/afterPaints";
import { Decide } from "@/admin/pages/editor/Decide";
import type { Desk } from "@/admin/pages/editor/desk";
import type { Desks } from "@/admin/pages/editor/desks";
import { Findings } from "@/admin/pages/editor/Findings";
import { KeepCopy } from "@/admin/pages/editor/KeepCopy";
import { type Item, Menu } from "@/admin/pages/editor/Menu";
import { Outline } from "@/admin/pages/editor/Outline";
import styles from "@/admin/pages/editor/Pane.module.css";
import { Recover } from "@/admin/pages/editor/Recover";
import { isLost, SaveState } from "@/admin/pages/editor/SaveState";
import { SendingFiles } from "@/admin/pages/editor/SendingFiles";
import type { MakeSurface } from "@/admin/pages/editor/surface";
import { Toolbar } from "@/admin/pages/editor/Toolbar";
import { useDesk } from "@/admin/pages/editor/useDesk";
import { localeOf, otherOf } from "@/admin/pages/language";
import { TextMarks } from "@/admin/pages/TextMarks";
import { text } from "@/admin/pages/text";
import type { WrittenText } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { languageName, languageNames, useLocale } from "@/shared/i18n/locale";

interface PaneProps {
	desk: Desk;
	desks: Desks;
	written: WrittenText;
	/** Whether the whole page is in the trash, which is said above both languages. */
	isGone: boolean;
	make: MakeSurface;
	/** The second language is made ready after the first was painted. */
	isSecond: boolean;
	hidden: boolean;
	enter: () => void;
	pickLink: () => void;
	pickPicture: () => void;
	publish: () => void;
	showHistory: () => void;
	/** Marks a segment as still correct; answers false where a draft could not be saved before. */
	acknowledge: (id: string) => Promise<boolean>;
	/** Keeps an untranslated copy as it is, or no longer; answers false where a draft could not be saved before. */
	keepCopy: (id: string, isKept: boolean) => Promise<boolean>;
	/** What was to be saved has no text any more to be saved in. */
	lost: () => void;
	/** `isAhead`: whether the text says something that readers do not have. */
	menu: (isAhead: boolean) => Item[];
}

/** One language of a page: its text, how it stands, and what can be done with it. */
export function Pane(props: PaneProps) {
	const { pickLink, pickPicture, lost, acknowledge, keepCopy } = props;
	const { desk, desks, written, isGone, make, isSecond, hidden, enter, publish, showHistory, menu } = props;
	const locale = useLocale();
	const { changed, saving } = useDesk(desk);
	const id = useId();
	const place = useRef<HTMLDivElement>(null);
	const language = localeOf(desk.segment);
	const name = languageName(language, locale);
	const label = text(locale, "textOf", { language: name });

	// One text after the other, and how they look last: no picture has to wait for all of it.
	useEffect(() => {
		let end: (() => void) | undefined;
		const stopText = afterPaints(isSecond ? 3 : 1, () => {
			if (place.current) end = desk.attach(make, place.current, { locale, label, describedBy: `${id}-here` });
		});
		const stopLook = afterPaints(isSecond ? 9 : 6, desk.glance);
		return () => {
			stopText();
			stopLook();
			end?.();
		};
	}, [desk, make, isSecond, locale, label, id]);

	const isAway = isLost(saving);
	const tellLost = useEffectEvent(lost);
	useEffect(() => {
		if (isAway) tellLost();
	}, [isAway]);

	const items = menu(changed || saving.state !== "saved");
	const lead = () => {
		desks.lead(desk.segment);
		enter();
	};
	return (
		<section className={styles.pane} aria-label={label} hidden={hidden}>
			<header className={styles.head}>
				<h2 lang={language}>{languageNames[language]}</h2>
				<TextMarks listed={{ ...written.listed, changed }} />
				{(written.may_edit || saving.state !== "saved") && <SaveState desk={desk} />}
				<div className={styles.acts}>
					{written.may_edit && (
						<button type="button" data-kind="primary" aria-keyshortcuts="Control+Enter" onClick={publish}>
							{text(locale, "publish")}
						</button>
					)}
					<button type="button" onClick={showHistory}>
						{text(locale, "history")}
					</button>
					{items.length > 0 && (
						<Menu label={text(locale, "more")} name={text(locale, "moreName", { language: name })} items={items} />
					)}
				</div>
			</header>
			<Decide desk={desk} />
			<Recover desk={desk} mayTake={written.may_edit} />
			{written.may_edit ? (
				<Toolbar
					desk={desk}
					label={text(locale, "toolsOf", { language: name })}
					pickLink={pickLink}
					pickPicture={pickPicture}
				/>
			) : (
				!isGone && (
					<p className={styles.none}>{text(locale, written.listed.state === "trash" ? "takenDown" : "readOnly")}</p>
				)
			)}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: who moves in a text is followed in the other. */}
			<div
				ref={place}
				className={styles.place}
				onFocus={lead}
				onPointerEnter={() => desks.lead(desk.segment)}
				onTouchStart={() => desks.lead(desk.segment)}
			/>
			<SendingFiles desk={desk} />
			<Foot desk={desk} hasOther={desks.at(otherOf(desk.segment)) !== undefined} id={`${id}-here`} />
			{written.may_edit && <Acknowledge desk={desk} acknowledge={acknowledge} />}
			{written.may_edit && <KeepCopy desk={desk} keep={keepCopy} />}
			<Findings desk={desk} mayEdit={written.may_edit} />
			<Outline desk={desk} />
		</section>
	);
}

/** How much there is to read, and how the segment stands that the caret is in. */
function Foot({ desk, hasOther, id }: { desk: Desk; hasOther: boolean; id: string }) {
	const locale = useLocale();
	const { seen, here, line } = useDesk(desk);
	const words = seen?.preview.words;
	return (
		<p className={styles.foot}>
			<span id={id} data-state={here?.state}>
				{text(locale, "line", { line: number(line) })}
				{hasOther && here && ` · ${text(locale, `segment.${here.state}`)}`}
			</span>
			{words && (
				<span>
					{[
						words.han > 0 && text(locale, "hanCount", { count: number(words.han) }),
						words.words > 0 && text(locale, "wordCount", { count: number(words.words) }),
					]
						.filter(Boolean)
						.join(" · ")}
				</span>
			)}
		</p>
	);
}
