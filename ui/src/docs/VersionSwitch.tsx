import { useLocation } from "react-router-dom";
import { text } from "@/docs/text";
import styles from "@/docs/Versions.module.css";
import type { VersionPlace } from "@/shared/http/types";
import { type Locale, useLocale } from "@/shared/i18n/locale";
import { Icon } from "@/shared/ui/Icon";
import { Link } from "@/shared/ui/Link";
import { useHydrated } from "@/shared/useHydrated";

/** Links to this page in every version, also without JavaScript. */
export function VersionSwitch({ places, version }: { places: VersionPlace[]; version: string | null }) {
	const locale = useLocale();
	const { pathname, hash } = useLocation();
	// The server's HTML is the same for all fragments, so the fragment is added after hydration.
	const section = useHydrated() ? hash : "";
	const read = findVersion(places, version);
	if (!read) return null;
	return (
		<details key={pathname} className={styles.versions}>
			<summary>
				<span>{read.label === "" ? labelOf(read, locale) : text(locale, "version", { version: read.label })}</span>
				<Icon name="forward" />
			</summary>
			<ul>
				{places.map((item) => (
					<li key={item.name}>
						<Link
							to={item.url + (item.has_page ? section : "")}
							aria-current={item === read ? "true" : undefined}
							rel={item.state === "current" ? undefined : "nofollow"}
						>
							<span>{labelOf(item, locale)}</span>
							{notesOf(item, locale).map((note) => (
								<small key={note}>{note}</small>
							))}
						</Link>
					</li>
				))}
			</ul>
		</details>
	);
}

/** Returns the version with this name, or the current version for null; undefined for an unknown name. */
export function findVersion(places: VersionPlace[], version: string | null): VersionPlace | undefined {
	return places.find(({ name, state }) => (version === null ? state === "current" : name === version));
}

/** Returns the label of a version, or a default name: the current version may have no label. */
function labelOf({ label }: Pick<VersionPlace, "label">, locale: Locale): string {
	return label === "" ? text(locale, "versionUnnamed") : label;
}

const states = {
	current: "versionCurrent",
	unreleased: "versionUnreleased",
	maintained: undefined,
	ended: "versionEnded",
} as const;

function notesOf({ state, label, has_page: hasPage }: VersionPlace, locale: Locale): string[] {
	const named = state === "current" && label === "" ? undefined : states[state];
	return [...(named ? [text(locale, named)] : []), ...(hasPage ? [] : [text(locale, "versionLacks")])];
}
