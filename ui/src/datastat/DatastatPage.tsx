import { useLoaderData } from "react-router-dom";
import { todaysSummary } from "@/datastat/api";
import styles from "@/datastat/DatastatPage.module.css";
import { Searches } from "@/datastat/Searches";
import { text } from "@/datastat/text";
import { day, iso, moment, number } from "@/shared/i18n/format";
import { useLocale } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";
import { Link } from "@/shared/ui/Link";
import { useLoggedIn } from "@/shared/useLoggedIn";

export async function loader(args: LoadArgs) {
	const { locale } = addressAndLocaleOf(args);
	const summary = await todaysSummary(args.request.signal);
	const head = { title: text(locale, "title"), description: text(locale, "intro"), canonical: "/datastat" };
	return { head, summary };
}

export function Component() {
	const locale = useLocale();
	const { summary } = useLoaderData<typeof loader>();
	const loggedIn = useLoggedIn();
	return (
		<div className={styles.page}>
			<h1>{text(locale, "title")}</h1>
			<p>{text(locale, "intro")}</p>
			<table className={styles.statistics}>
				<caption>
					<time dateTime={summary.from}>{text(locale, "today", { day: day(locale, Date.parse(summary.from)) })}</time>
				</caption>
				<tbody>
					{(["pageviews", "visitors", "visits", "searches", "searches_without_result"] as const).map((measure) => (
						<tr key={measure}>
							<th scope="row">{text(locale, measure)}</th>
							<td>{number(summary[measure])}</td>
						</tr>
					))}
				</tbody>
			</table>
			{summary.pages.length > 0 && (
				<table className={styles.pages}>
					<caption>{text(locale, "mostViewed")}</caption>
					<tbody>
						{summary.pages.map(({ path, pageviews }) => (
							<tr key={path}>
								<th scope="row">
									<Link to={path}>{readable(path)}</Link>
								</th>
								<td>{number(pageviews)}</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			<p className={styles.asOf}>
				<time dateTime={iso(summary.as_of)}>{text(locale, "asOf", { moment: moment(summary.as_of) })}</time>
			</p>
			{loggedIn && <Searches />}
			<h2>{text(locale, "privacyTitle")}</h2>
			<p>{text(locale, "privacy")}</p>
		</div>
	);
}

/** Decodes a path such as `/index/zh/docs/%E6%8C%87%E5%8D%97` for display. */
function readable(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		return path;
	}
}
