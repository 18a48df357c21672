import { useNavigate } from "react-router-dom";
import { moveToTrash, written } from "@/admin/pages/api";
import type { Trashed } from "@/admin/pages/bulk";
import styles from "@/admin/pages/editor/Editor.module.css";
import { isFromGit } from "@/admin/pages/editor/GitNote";
import { path } from "@/admin/pages/filter";
import { text } from "@/admin/pages/text";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { WrittenPage } from "@/shared/http/types";
import { withTrailingSpace } from "@/shared/i18n/join";
import { languageNames, useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";

interface ActionsProps {
	page: WrittenPage;
	move: () => void;
	parent: () => void;
	source: () => void;
	gate: () => void;
}

/** Actions that concern both languages of a page. */
export function Actions({ page, move, parent, source, gate }: ActionsProps) {
	const locale = useLocale();
	const navigate = useNavigate();
	const [sending, send] = useMutation();
	const isMovable = !isFromGit(page);
	const published = [page.zh, page.en].flatMap((text) => (text?.listed.state === "published" ? [text.listed] : []));
	return (
		<div className={styles.actions}>
			{published.length > 0 && (
				<p className={styles.looks}>
					{withTrailingSpace(text(locale, "look"))}
					{published.map(({ url, locale: language }) => (
						<Link key={language} to={url} lang={language}>
							{languageNames[language]}
						</Link>
					))}
				</p>
			)}
			{page.area !== "landing" && isMovable && (
				<button type="button" onClick={move}>
					{text(locale, "move")}
				</button>
			)}
			{page.area === "docs" && (
				<button type="button" onClick={parent}>
					{text(locale, "parent")}
				</button>
			)}
			{page.zh && page.en && (
				<>
					<button type="button" onClick={source}>
						{text(locale, "original")}
					</button>
					<button type="button" onClick={gate}>
						{text(locale, "gate")}
					</button>
				</>
			)}
			{isMovable && (
				<ConfirmButton
					label={text(locale, "bulk.trash")}
					name={text(locale, "bulk.trash")}
					question={text(locale, "trashSure")}
					act={() =>
						void send(async () => {
							await moveToTrash(page.id, (await written(page.id)).revision);
							const title = page.zh?.listed.title || page.en?.listed.title || page.key;
							await navigate(path, { state: { trashed: { id: page.id, title } } satisfies Trashed });
						})
					}
				/>
			)}
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
		</div>
	);
}
