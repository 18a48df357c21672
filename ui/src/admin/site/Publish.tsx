import { moment } from "@/admin/moment";
import people from "@/admin/People.module.css";
import { siteText as text } from "@/admin/site/siteText";
import { failureOf, type Sending } from "@/admin/useSending";
import type { ConfigValue } from "@/admin/wire";
import { searchOf } from "@/shared/address";
import { Link } from "@/shared/Link";
import { useLocale } from "@/shared/locale";

interface PublishProps {
	name: string;
	value: ConfigValue | undefined;
	sending: Sending;
	done: boolean;
	isStale: boolean;
	take: () => void;
	/** What is wrong with what was sent. */
	fault: string | undefined;
}

/** The end of each form: what became of it, the button, and the way to its versions. */
export function Publish({ name, value, sending, done, isStale, take, fault }: PublishProps) {
	const locale = useLocale();
	const shown = fault ?? failureOf(locale, sending, ["body"]);
	return (
		<>
			<p role="status">{done && text(locale, "done")}</p>
			<p role="alert" className={people.fault}>
				{isStale ? text(locale, "stale") : shown}
			</p>
			{value?.due_at != null && <p>{text(locale, "dueEnds", { moment: moment(value.due_at) })}</p>}
			<p className={people.acts}>
				<button type="submit" data-kind="primary" aria-disabled={sending.state === "sending"}>
					{text(locale, sending.state === "sending" ? "publishing" : "publish")}
				</button>
				{isStale && (
					<button type="button" onClick={take}>
						{text(locale, "staleTake")}
					</button>
				)}
				<Link to={`/admin/config${searchOf({ name })}`}>{text(locale, "versions", { name })}</Link>
			</p>
		</>
	);
}
