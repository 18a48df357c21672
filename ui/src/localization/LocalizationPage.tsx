import { lazy, Suspense } from "react";
import { useLoaderData } from "react-router-dom";
import { translationStatus } from "@/localization/api";
import styles from "@/localization/LocalizationPage.module.css";
import { StatusTable } from "@/localization/StatusTable";
import { text } from "@/localization/text";
import { iso, moment } from "@/shared/i18n/format";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { type LoadArgs, placeOf } from "@/shared/load";
import { Link } from "@/shared/ui/Link";
import { useLoggedIn } from "@/shared/useLoggedIn";

// Few visitors are logged in.
const Dictionary = lazy(async () => ({ default: (await import("@/localization/Dictionary")).Dictionary }));

export async function loader(args: LoadArgs) {
	const { locale } = placeOf(args);
	const { data } = await translationStatus(args.request.signal);
	const head = { title: text(locale, "title"), description: text(locale, "intro"), canonical: "/localization" };
	return { head, rows: data };
}

export function Component() {
	const locale = useLocale();
	const { rows } = useLoaderData<typeof loader>();
	const loggedIn = useLoggedIn();
	const asOf = rows[0]?.as_of;
	return (
		<div className={styles.page}>
			<h1>{text(locale, "title")}</h1>
			<p>{text(locale, "intro")}</p>
			{rows.length === 0 ? <p>{text(locale, "empty")}</p> : <StatusTable rows={rows} />}
			{asOf !== undefined && (
				<p className={styles.asOf}>
					<time dateTime={iso(asOf)}>{text(locale, "asOf", { moment: moment(asOf) })}</time>
				</p>
			)}
			<h2>{text(locale, "howTitle")}</h2>
			<ol>
				<li>{text(locale, "howFiles")}</li>
				<li>{text(locale, "howImport")}</li>
				<li>{text(locale, "howSwitch")}</li>
				<li>{text(locale, "howOutdated")}</li>
			</ol>
			<p>
				<Link to={withLocale("/docs", locale)}>{text(locale, "toDocs")}</Link>
			</p>
			{loggedIn && (
				<Suspense>
					<Dictionary />
				</Suspense>
			)}
		</div>
	);
}
