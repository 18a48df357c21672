import { type ReactNode, useId, useRef } from "react";
import { moment } from "@/admin/moment";
import { ConflictNotice } from "@/admin/site/ConflictNotice";
import { siteText as text } from "@/admin/site/siteText";
import type { Publishing } from "@/admin/site/usePublishing";
import { failureOf } from "@/admin/useMutation";
import { searchOf } from "@/shared/address";
import type { ConfigValue } from "@/shared/http/types";
import { useLocale } from "@/shared/i18n/locale";
import formStyles from "@/shared/ui/form.module.css";
import { Link } from "@/shared/ui/Link";
import listStyles from "@/shared/ui/list.module.css";

interface PublishProps<Whole> {
	name: string;
	value: ConfigValue | undefined;
	publishing: Publishing<Whole>;
	/** Message for an error of the request. */
	error: string | undefined;
	/** `nameOf` returns the name of a field, and `show` its value for display. */
	nameOf: (field: keyof Whole) => string;
	show: (whole: Whole, field: keyof Whole) => ReactNode;
}

/** Last part of a form: result, unpublished changes, publish button, and link to the file's versions. */
export function Publish<Whole>({ name, value, publishing, error, nameOf, show }: PublishProps<Whole>) {
	const locale = useLocale();
	const id = useId();
	const button = useRef<HTMLButtonElement>(null);
	const { sending, isLate, done, isWritten, conflict, drop } = publishing;
	const isSending = sending.state === "sending";
	const isUndecided = conflict !== undefined && conflict.conflicts.length > 0;
	return (
		<>
			<p role="status">{done && text(locale, "done")}</p>
			{conflict && <ConflictNotice id={id} conflict={conflict} isWritten={isWritten} nameOf={nameOf} show={show} />}
			<p role="alert" className={formStyles.error}>
				{!isLate && (error ?? failureOf(locale, sending, ["body"]))}
			</p>
			{value?.due_at != null && <p>{text(locale, "dueEnds", { moment: moment(value.due_at) })}</p>}
			{isWritten && (
				<p className={listStyles.actions}>
					<span>{text(locale, "draft")}</span>
					<button
						type="button"
						onClick={() => {
							drop();
							// Focuses the publish button, because the pressed button is removed.
							button.current?.focus();
						}}
					>
						{text(locale, "draftDrop")}
					</button>
				</p>
			)}
			<p className={listStyles.actions}>
				<button
					ref={button}
					type="submit"
					data-kind="primary"
					aria-disabled={isSending || isUndecided}
					aria-describedby={isUndecided ? id : undefined}
				>
					{text(locale, isSending ? "publishing" : "publish")}
				</button>
				<Link to={`/admin/config${searchOf({ name })}`}>{text(locale, "versions", { name })}</Link>
			</p>
		</>
	);
}
