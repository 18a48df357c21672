import type { ReactNode } from "react";
import styles from "@/landing/Blocks.module.css";
import { Downloads } from "@/landing/Downloads";
import { NewsList } from "@/landing/NewsList";
import { text } from "@/landing/text";
import type { Block, RecentPage } from "@/shared/http/types";
import { useLocale, withLocale } from "@/shared/i18n/locale";
import { Html } from "@/shared/ui/Html";
import { LanguageBadge } from "@/shared/ui/LanguageBadge";
import { Link } from "@/shared/ui/Link";
import { Time } from "@/shared/ui/Time";

interface BlocksProps {
	blocks: Block[];
	/** Controls above a block, for users who may edit it. */
	before?: (block: Block) => ReactNode;
}

/** Blocks of the front page. */
export function Blocks({ blocks, before }: BlocksProps) {
	const locale = useLocale();
	// Language badges are needed only if some blocks are in the other language and some are not.
	const isMixed = blocks.some((block) => block.locale === locale && block.kind !== "recent");
	return blocks.map((block) => (
		<section
			key={block.name}
			id={block.name}
			className={[styles.block, styles[block.kind]].filter(Boolean).join(" ")}
			lang={block.locale === locale ? undefined : block.locale}
		>
			{before?.(block)}
			{isMixed && block.locale !== locale && <LanguageBadge language={block.locale} />}
			{block.kind === "hero" && <Gate />}
			{block.html !== "" && <Html html={block.html} className={proseOf(block)} />}
			{block.entries.length > 0 && (
				<div className={styles.entries}>
					{block.entries.map(({ html }, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids, and their number is fixed.
						<Html key={at} html={html} className="prose" />
					))}
				</div>
			)}
			{block.release && <Downloads release={block.release} />}
			{block.kind === "news" && <NewsList entries={block.news} />}
			{block.kind === "recent" && <Recent pages={block.recent} named={block.html !== ""} />}
		</section>
	));
}

/** CSS class of the text: heroes, calls to action, and logos have separate typography. */
function proseOf({ kind }: Block): string | undefined {
	return kind === "hero" || kind === "action" || kind === "logos" ? styles.text : "prose";
}

/** Drawing of a gate above the hero. */
function Gate() {
	return (
		<svg className={styles.gate} width="208" height="114" viewBox="0 0 400 220" aria-hidden="true">
			<path d="M6 62C70 58 110 40 124 8h152c14 32 54 50 118 54" />
			<path d="M44 98h312" />
			<path d="M96 220V98M304 220V98" />
		</svg>
	);
}

function Recent({ pages, named }: { pages: RecentPage[]; named: boolean }) {
	const locale = useLocale();
	if (pages.length === 0) return null;
	return (
		<>
			{!named && <h2>{text(locale, "recent")}</h2>}
			<ul className={styles.list} lang={locale}>
				{pages.map(({ title, url, updated_at }) => (
					<li key={url}>
						<Link to={url}>{title}</Link>
						<Time at={updated_at} />
					</li>
				))}
			</ul>
			<p>
				<Link to={withLocale("/docs", locale)}>{text(locale, "allDocs")}</Link>
			</p>
		</>
	);
}
