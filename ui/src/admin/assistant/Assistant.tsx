import type { ReactElement, ReactNode } from "react";
import type { RouteArgs, View } from "@/admin/adminRoutes";
import { AnswerForm } from "@/admin/assistant/AnswerForm";
import { Answers } from "@/admin/assistant/Answers";
import styles from "@/admin/assistant/Assistant.module.css";
import { answer, answers, evaluations, feedback, gapReport, questions } from "@/admin/assistant/api";
import { assistantText as text } from "@/admin/assistant/assistantText";
import { Bench } from "@/admin/assistant/Bench";
import { Gaps } from "@/admin/assistant/Gaps";
import { mayEditIn, mayEditInAny } from "@/admin/assistant/mayEditIn";
import { Quality } from "@/admin/assistant/Quality";
import { Questions } from "@/admin/assistant/Questions";
import sectionStyles from "@/admin/section.module.css";
import { pageNumber } from "@/shared/address";
import { useLocale } from "@/shared/i18n/locale";
import { Link } from "@/shared/ui/Link";

const home = "/admin/assistant";

const tabs = ["gaps", "questions", "answers", "bench", "quality"] as const;

type Tab = (typeof tabs)[number];

/** Loads the tab whose name is in the URL; by default, the gap report. */
export async function open(args: RouteArgs): Promise<View> {
	const [name = "", id = ""] = args.below.split("/");
	const tab = tabs.find((tab) => tab === name) ?? "gaps";
	const content = await contents[tab](args, id);
	return Object.assign(() => <AssistantLayout tab={tab}>{content()}</AssistantLayout>, { width: "wide" as const });
}

type Load = (args: RouteArgs, id: string) => Promise<() => ReactElement>;

const contents: Record<Tab, Load> = {
	async gaps({ user, query, signal }) {
		const { locale, days } = query;
		const report = await gapReport(locale, days, signal);
		return () => <Gaps report={report} user={user} filter={{ locale, days }} />;
	},
	async questions({ user, query, signal }) {
		const { q, locale, state } = query;
		const filter = { q, locale, state };
		const page = pageNumber(query.page);
		const { data, total } = await questions(filter, page, signal);
		return () => <Questions rows={data} total={total ?? data.length} page={page} filter={filter} user={user} />;
	},
	async answers({ user, query, signal }, id) {
		if (id === "new" && mayEditInAny(user)) {
			const { patterns = "", locale } = query;
			return () => <AnswerForm key={patterns} user={user} suggested={{ patterns, locale }} />;
		}
		if (id !== "" && id !== "new" && mayEditInAny(user)) {
			const one = await answer(id, signal);
			if (mayEditIn(user, one.locale)) return () => <AnswerForm key={id} user={user} existing={one} />;
		}
		const page = pageNumber(query.page);
		const { data, total } = await answers(page, signal);
		return () => <Answers rows={data} total={total ?? data.length} page={page} user={user} />;
	},
	async bench({ query }) {
		const { q = "", locale } = query;
		return () => <Bench key={q} initialQuestion={q} language={locale} />;
	},
	async quality({ signal }) {
		const [recorded, counts] = await Promise.all([evaluations(signal), feedback(signal)]);
		return () => <Quality recorded={recorded} counts={counts} />;
	},
};

function AssistantLayout({ tab, children }: { tab: Tab; children: ReactNode }) {
	const locale = useLocale();
	return (
		<div className={sectionStyles.section}>
			<nav aria-label={text(locale, "tabs")}>
				<ul className={styles.tabs}>
					{tabs.map((name) => (
						<li key={name}>
							<Link
								to={name === "gaps" ? home : `${home}/${name}`}
								{...(name === tab && { "aria-current": "page" as const })}
							>
								{text(locale, `tab.${name}`)}
							</Link>
						</li>
					))}
				</ul>
			</nav>
			{children}
		</div>
	);
}
