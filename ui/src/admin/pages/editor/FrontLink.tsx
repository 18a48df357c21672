import type { MouseEvent } from "react";
import { useNavigate } from "react-router-dom";
import type { PageSession } from "@/admin/pages/editor/pageSession";
import { segments } from "@/admin/pages/language";
import { text } from "@/admin/pages/text";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

/** Link to the block `name` in a preview of the front page that shows all drafts. */
export function FrontLink({ name, pageSession }: { name: string; pageSession: PageSession }) {
	const locale = useLocale();
	const navigate = useNavigate();
	const to = `/admin/landing#${encodeURIComponent(name)}`;
	async function follow(event: MouseEvent<HTMLAnchorElement>) {
		if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		// Saves all drafts, so that the front page shows them.
		await Promise.all(segments.map((segment) => pageSession.at(segment)?.saver.flush()));
		await navigate(to);
	}
	return (
		<Link to={to} onClick={(event) => void follow(event)}>
			{text(locale, "lookOnFront")}
		</Link>
	);
}
