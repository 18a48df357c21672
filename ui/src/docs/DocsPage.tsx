import { useLoaderData } from "react-router-dom";
import { Article } from "@/docs/Article";
import { docsList, docsPage, docsParallel, docsTree, docsVersions, type Question, search } from "@/docs/api";
import styles from "@/docs/DocsPage.module.css";
import { headOfPage } from "@/docs/headOfPage";
import { Outline } from "@/docs/Outline";
import { PageIndex } from "@/docs/PageIndex";
import { Panel } from "@/docs/Panel";
import { readsParallel } from "@/docs/readingMode";
import { SearchPage } from "@/docs/SearchPage";
import { Tree } from "@/docs/Tree";
import { text } from "@/docs/text";
import { findVersion } from "@/docs/VersionSwitch";
import { pageNumber } from "@/shared/address";
import { ProblemError } from "@/shared/http/api";
import type { Tree as Nodes, Page, VersionPlace } from "@/shared/http/types";
import { type Locale, urlsInBothLanguages, useLocale, withLocale } from "@/shared/i18n/locale";
import { addressAndLocaleOf, type LoadArgs } from "@/shared/load";
import { versionIn } from "@/shared/version";

/** Loads the search page for `?q=`, otherwise a page of the documentation. */
export async function loader(args: LoadArgs) {
	const { locale, query } = addressAndLocaleOf(args);
	const { signal } = args.request;
	const path = (args.params["*"] ?? "").replace(/\/+$/, "");
	const tree = docsTree(locale, path, signal);
	const parallel = query.view === "parallel" || readsParallel();
	const version = versionIn(path);
	if (query.q !== undefined) {
		const question = { q: query.q, within: query.within || undefined, version, page: pageNumber(query.page) };
		return withTree(tree.then(withoutCurrent), loadSearchResults(locale, question, signal));
	}
	if (path !== "" && path !== `@${version}`) return withTree(tree, article(locale, path, parallel, signal));
	return withTree(
		tree,
		article(locale, path, parallel, signal).catch((error: unknown) => {
			// A site without an index page gets a generated list of its pages.
			if (error instanceof ProblemError && error.problem.status === 404)
				return loadPageList(locale, query.page, version, signal);
			throw error;
		}),
	);
}

async function withTree<Content>(tree: Promise<Nodes>, content: Promise<Content>) {
	const [{ nodes }, view] = await Promise.all([tree, content]);
	return { ...view, nodes };
}

/** Returns the tree without a current page, for the search results, which are displayed beside the tree. */
function withoutCurrent({ nodes }: Nodes): Nodes {
	return { nodes: nodes.map((node) => ({ ...node, current: false })) };
}

async function article(locale: Locale, path: string, parallel: boolean, signal?: AbortSignal) {
	const [page, both] = await Promise.all([
		docsPage(locale, path, signal),
		parallel ? docsParallel(locale, path, signal) : undefined,
	]);
	// A fallback text is already in the other language, so the language switch gets no counterpart.
	const inOwn = page.requested_locale === page.locale;
	const counterpart = inOwn ? page.counterpart : undefined;
	const read = page.version === null ? undefined : findVersion(page.versions, page.version);
	const version = read && { name: read.name, label: read.label };
	const common = { shows: "article" as const, head: headOfPage(page), counterpart, version, anchors: anchorsOf(page) };
	const isComplete = page.outdated.length + page.missing_sections.length === 0;
	if (isComplete && !both) return { ...common, parallel: undefined, page };
	const { parallelHtml, withChanges } = await import("@/docs/segments");
	const withNotices = withChanges(page, locale);
	if (!inOwn || !both?.other) return { ...common, parallel: undefined, page: withNotices };
	return { ...common, parallel: both.other, page: { ...withNotices, html: parallelHtml(both, locale) } };
}

/** Maps the section ids on this page to those in the other language, for sections whose ids differ. */
function anchorsOf({ headings }: Pick<Page, "headings">): Record<string, string> {
	const named = headings.flatMap(({ id, counterpart_id: there }) => (there && there !== id ? [[id, there]] : []));
	return Object.fromEntries(named);
}

/** Finds a version by its name in the URL; undefined for the current version and for an unknown name. */
function versionNamed(versions: Pick<VersionPlace, "name" | "label">[], name: string | undefined) {
	return name === undefined ? undefined : versions.find((version) => version.name === name);
}

async function loadSearchResults(locale: Locale, question: Question, signal?: AbortSignal) {
	const { within, version: name, page: at = 1 } = question;
	const words = question.q.trim().slice(0, 500);
	const page = at > 1 ? { page: at } : {};
	const [versions, { total, data: hits }] = await Promise.all([
		name === undefined ? [] : docsVersions(locale, signal),
		words === "" ? { total: 0, data: [] } : search(locale, { q: words, within, version: name, ...page }, signal),
	]);
	const title = words === "" ? text(locale, "search") : text(locale, "searchFor", { words });
	const head = { title, description: text(locale, "searchHelp"), hidden: true };
	const version = versionNamed(versions, name);
	return { shows: "results" as const, head, version, words, within, at, total: total ?? hits.length, hits };
}

async function loadPageList(locale: Locale, page: string | undefined, name: string | undefined, signal?: AbortSignal) {
	const at = pageNumber(page);
	const [all, { total, data: pages }] = await Promise.all([
		docsVersions(locale, signal),
		docsList(locale, at, name, signal),
	]);
	const versions: VersionPlace[] = all.map((version) => ({ ...version, has_page: true }));
	const version = versionNamed(versions, name);
	const canonical = withLocale(at > 1 ? `/docs?page=${at}` : "/docs", locale);
	const alternates = urlsInBothLanguages("/docs", locale);
	const meta = { title: text(locale, "all"), description: text(locale, "allHelp") };
	const head = version ? { ...meta, hidden: true } : { ...meta, canonical, ...(at === 1 && { alternates }) };
	return { shows: "list" as const, head, version, versions, at, total: total ?? pages.length, pages };
}

export function Component() {
	const locale = useLocale();
	const data = useLoaderData<typeof loader>();
	const outlined = data.shows === "article" && data.page.headings.length > 1 && !data.parallel;
	return (
		<div className={styles.docs}>
			<Panel id="pailou-docs-tree" side="start" name={text(locale, "tree")}>
				<Tree nodes={data.nodes} />
			</Panel>
			{outlined && (
				<Panel id="pailou-docs-outline" side="end" name={text(locale, "outline")}>
					<Outline headings={data.page.headings} lang={data.page.locale} there={data.counterpart?.url} />
				</Panel>
			)}
			{data.shows === "article" && <Article page={data.page} parallel={data.parallel} />}
			{data.shows === "results" && <SearchPage {...data} />}
			{data.shows === "list" && <PageIndex {...data} />}
		</div>
	);
}
