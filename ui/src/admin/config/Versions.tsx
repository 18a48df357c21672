import { useState } from "react";
import { configVersion, restoreConfig } from "@/admin/api";
import styles from "@/admin/config/Config.module.css";
import { dueEnds, configText as text } from "@/admin/config/configText";
import { moment } from "@/admin/moment";
import { failureOf, useMutation } from "@/admin/useMutation";
import type { ConfigValue, ConfigVersion } from "@/shared/http/types";
import { fileSize } from "@/shared/i18n/format";
import { joinSentences } from "@/shared/i18n/join";
import { useLocale } from "@/shared/i18n/locale";
import { ConfirmButton } from "@/shared/ui/ConfirmButton";
import formStyles from "@/shared/ui/form.module.css";
import listStyles from "@/shared/ui/list.module.css";

interface VersionsProps {
	value: ConfigValue;
	versions: ConfigVersion[];
	act: (request: () => Promise<unknown>, message: string) => void;
	/** Whether the editor contains unpublished changes. */
	isWriting: boolean;
	/** Copies the text of a version into the editor. */
	take: (body: string, which: number) => void;
}

/** Earlier versions, which can be viewed and restored. */
export function Versions({ versions, ...rest }: VersionsProps) {
	const locale = useLocale();
	return (
		<section aria-labelledby="versions">
			<h2 id="versions">{text(locale, "versions")}</h2>
			{versions.length === 0 && <p>{text(locale, "versionsNone")}</p>}
			<ul className={listStyles.rows}>
				{versions.map((version) => (
					<Item key={version.number} version={version} {...rest} />
				))}
			</ul>
		</section>
	);
}

interface ItemProps extends Omit<VersionsProps, "versions"> {
	version: ConfigVersion;
}

function Item({ value, version, act, isWriting, take }: ItemProps) {
	const locale = useLocale();
	const { number: which, bytes, author, created_at, restores } = version;
	const [body, setBody] = useState<string>();
	const [sending, send] = useMutation();
	const read = async () => body ?? (await configVersion(value.name, which)).body ?? "";
	const show = () => void send(async () => setBody(await read()));
	const put = () => void send(async () => take(await read(), which));
	const editButton = { label: text(locale, "take"), name: text(locale, "takeName", { number: which }) };
	const facts = { size: fileSize(bytes), author: author || text(locale, "nobody"), moment: moment(created_at) };
	return (
		<li>
			<p className={listStyles.name}>
				{text(locale, "version", { number: which })}
				{which === value.version && <span className={listStyles.badge}>{text(locale, "versionNow")}</span>}
			</p>
			<p>
				{text(locale, "versionFacts", facts)}
				{restores !== null && ` · ${text(locale, "versionRestores", { number: restores })}`}
			</p>
			<p className={listStyles.actions}>
				{body === undefined && (
					<button type="button" aria-label={text(locale, "showName", { number: which })} onClick={show}>
						{text(locale, "show")}
					</button>
				)}
				{isWriting ? (
					<ConfirmButton {...editButton} question={text(locale, "takeSure")} act={put} />
				) : (
					<button type="button" aria-label={editButton.name} onClick={put}>
						{editButton.label}
					</button>
				)}
				{which !== value.version && (
					<ConfirmButton
						label={text(locale, "restore")}
						name={text(locale, "restoreName", { number: which })}
						question={joinSentences(locale, [text(locale, "restoreSure"), dueEnds(locale, value)].filter(Boolean))}
						act={() => act(() => restoreConfig(value, which), text(locale, "restored", { number: which }))}
					/>
				)}
			</p>
			<p role="alert" className={formStyles.error}>
				{failureOf(locale, sending)}
			</p>
			{body !== undefined && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
				<section className={styles.old} tabIndex={0} aria-label={text(locale, "version", { number: which })}>
					<pre>{body}</pre>
				</section>
			)}
		</li>
	);
}
