import styles from "@/admin/log/Log.module.css";
import { peopleText as text } from "@/admin/peopleText";
import type { LogEntry } from "@/admin/wire";
import { useLocale } from "@/shared/locale";

type Fields = Record<string, unknown>;

/** What was there before, and what after: field by field, as the server names them. */
export function Change({ before, after }: Pick<LogEntry, "before" | "after">) {
	const locale = useLocale();
	if (before === null && after === null) return null;
	const [was, is] = [fieldsOf(before), fieldsOf(after)];
	return (
		<details>
			<summary>{text(locale, "logDetails")}</summary>
			{was && is ? (
				<dl className={styles.fields}>
					{[...new Set([...Object.keys(was), ...Object.keys(is)])].map((name) => (
						<Field key={name} name={name} was={saidOf(was, name)} is={saidOf(is, name)} />
					))}
				</dl>
			) : (
				<dl>
					{before !== null && <Side name={text(locale, "logBefore")} said={before} />}
					{after !== null && <Side name={text(locale, "logAfter")} said={after} />}
				</dl>
			)}
		</details>
	);
}

function Field({ name, was, is }: { name: string; was: string | undefined; is: string | undefined }) {
	const locale = useLocale();
	const said = (side: "logBefore" | "logAfter") => <span className="visually-hidden">{text(locale, side)} </span>;
	return (
		<div>
			<dt>
				<code>{name}</code>
			</dt>
			<dd>
				{was === is ? (
					is
				) : (
					<>
						{was !== undefined && (
							<del>
								{said("logBefore")}
								{was}
							</del>
						)}{" "}
						{is !== undefined && (
							<ins>
								{said("logAfter")}
								{is}
							</ins>
						)}
					</>
				)}
			</dd>
		</div>
	);
}

function Side({ name, said }: { name: string; said: string }) {
	return (
		<>
			<dt>{name}</dt>
			<dd>
				<pre>{said}</pre>
			</dd>
		</>
	);
}

/** No fields where nothing was; undefined for what is no object. */
function fieldsOf(json: string | null): Fields | undefined {
	if (json === null) return {};
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
	} catch {
		return undefined;
	}
}

function saidOf(fields: Fields, name: string): string | undefined {
	if (!Object.hasOwn(fields, name)) return undefined;
	const value = fields[name];
	return typeof value === "string" ? value : JSON.stringify(value);
}
