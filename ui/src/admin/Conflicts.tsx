import { useId, useState } from "react";
import { conflict, resolve } from "@/admin/api";
import styles from "@/admin/Conflicts.module.css";
import { Lines } from "@/admin/pages/editor/Lines";
import { linesBetween } from "@/admin/pages/editor/linesBetween";
import { text } from "@/admin/text";
import { ProblemError } from "@/shared/http/api";
import type { Conflict, ListedConflict, Resolution } from "@/shared/http/types";
import { problemText } from "@/shared/i18n/common";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";
import panelStyles from "@/shared/ui/panel.module.css";

interface ConflictsProps {
	conflicts: ListedConflict[];
	reload: () => Promise<void>;
}

/** List of texts that were changed both on the site and in Git. */
export function Conflicts({ conflicts, reload }: ConflictsProps) {
	const locale = useLocale();
	return (
		<>
			<h3>{text(locale, "conflictsTitle")}</h3>
			<p>{text(locale, "conflictsIntro")}</p>
			<ul className={styles.conflicts}>
				{conflicts.map((listed) => (
					<Item key={`${listed.id} ${listed.etag}`} listed={listed} reload={reload} />
				))}
			</ul>
		</>
	);
}

/** A conflict. The buttons are shown together with both texts, so that the user compares the texts before deciding. */
function Item({ listed, reload }: { listed: ListedConflict; reload: () => Promise<void> }) {
	const locale = useLocale();
	const [sides, setSides] = useState<Conflict>();
	const [failed, setFailed] = useState("");
	const attempt = async (act: () => Promise<void>) => {
		setFailed("");
		try {
			await act();
		} catch (error) {
			setFailed(problemText(locale, error instanceof ProblemError ? error.problem : { code: "unavailable" }));
		}
	};
	const decide = (choice: Resolution["choice"], text?: string) =>
		attempt(async () => {
			await resolve(listed, { choice, text });
			await reload();
		});
	return (
		<li>
			<Link to={listed.url} lang={listed.locale}>
				{listed.title}
			</Link>{" "}
			<code>{listed.file}</code>
			{listed.deleted && <p>{text(locale, "conflictDeleted")}</p>}
			{!sides && (
				<button type="button" onClick={() => void attempt(async () => setSides(await conflict(listed.id)))}>
					{text(locale, "conflictShow", { title: listed.title })}
				</button>
			)}
			{sides && (
				<>
					{sides.theirs !== null && (
						<div className={styles.differences}>
							<p>{text(locale, "conflictLines")}</p>
							<Lines
								lines={linesBetween(sides.ours, sides.theirs)}
								lang={listed.locale}
								label={text(locale, "conflictLines")}
							/>
						</div>
					)}
					<div className={styles.sides}>
						<section aria-label={text(locale, "conflictSite")}>
							<h4>{text(locale, "conflictSite")}</h4>
							<ConflictText lang={listed.locale} text={sides.ours} />
							<button type="button" onClick={() => void decide("ours")}>
								{text(locale, "conflictOurs")}
							</button>
						</section>
						<section aria-label="Git">
							<h4>Git</h4>
							{sides.theirs !== null && <ConflictText lang={listed.locale} text={sides.theirs} />}
							<button type="button" onClick={() => void decide("theirs")}>
								{text(locale, listed.deleted ? "conflictTakeDown" : "conflictTheirs")}
							</button>
						</section>
					</div>
					{sides.merged !== null && <MergeForm listed={listed} merged={sides.merged} save={decide} />}
				</>
			)}
			{failed && <p role="alert">{failed}</p>}
		</li>
	);
}

function ConflictText({ lang, text: whole }: { lang: string; text: string }) {
	const locale = useLocale();
	return (
		<details>
			<summary>{text(locale, "conflictWhole")}</summary>
			<pre className={panelStyles.output} lang={lang}>
				{whole}
			</pre>
		</details>
	);
}

interface MergingProps {
	listed: ListedConflict;
	/** Merged text, with conflict markers where the changes overlap. */
	merged: string;
	save: (choice: "merged", whole: string) => Promise<void>;
}

/** Form for a manual merge. Its initial text contains the changes of both sides. */
function MergeForm({ listed, merged, save }: MergingProps) {
	const locale = useLocale();
	const [whole, setWhole] = useState(merged);
	const note = useId();
	return (
		<details className={styles.merging}>
			<summary>{text(locale, "conflictMerge")}</summary>
			<p id={note}>{text(locale, "conflictMergeNote")}</p>
			<textarea
				aria-label={text(locale, "conflictMerged", { title: listed.title })}
				aria-describedby={note}
				lang={listed.locale}
				rows={20}
				spellCheck={false}
				value={whole}
				onChange={(event) => setWhole(event.target.value)}
			/>
			<button type="button" onClick={() => void save("merged", whole)}>
				{text(locale, "conflictSave")}
			</button>
		</details>
	);
}
