import styles from "@/admin/log/Log.module.css";
import { moment } from "@/admin/moment";
import { actText, limitsText, listed, logFieldText, peopleText as text, wayText } from "@/admin/peopleText";
import { roles, roleText } from "@/admin/roles";
import type { LogEntry } from "@/admin/wire";
import { type Locale, useLocale } from "@/shared/locale";
import type { Role } from "@/shared/wire";

type Fields = Record<string, unknown>;

/** What was there before, and what after: field by field. Where both are there, only what is different. */
export function Change({ before, after }: Pick<LogEntry, "before" | "after">) {
	const locale = useLocale();
	if (isNothing(before) && isNothing(after)) return null;
	const [was, is] = [fieldsOf(before), fieldsOf(after)];
	const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
	const saidAs = (fields: Fields, name: string) =>
		Object.hasOwn(fields, name) ? saidOf(locale, name, fields[name]) : undefined;
	const changed = names.filter((name) => before === null || after === null || !isSame(was?.[name], is?.[name]));
	return (
		<details>
			<summary>{text(locale, "logDetails")}</summary>
			{was && is ? (
				<dl className={styles.fields}>
					{changed.map((name) => (
						<Field key={name} name={name} was={saidAs(was, name)} is={saidAs(is, name)} />
					))}
				</dl>
			) : (
				<dl>
					{!isNothing(before) && <Side name={text(locale, "logBefore")} said={before} />}
					{!isNothing(after) && <Side name={text(locale, "logAfter")} said={after} />}
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
			<dt>{logFieldText(locale, name) ?? <code>{name}</code>}</dt>
			<dd>
				{was !== undefined && (
					<del>
						{said("logBefore")}
						{was}
					</del>
				)}
				{was !== undefined && is !== undefined && <span aria-hidden="true"> → </span>}
				{is !== undefined && (
					<ins>
						{said("logAfter")}
						{is}
					</ins>
				)}
			</dd>
		</div>
	);
}

function Side({ name, said }: { name: string; said: string }) {
	const locale = useLocale();
	return (
		<>
			<dt>{name}</dt>
			<dd>
				<pre>{plainOf(locale, said)}</pre>
			</dd>
		</>
	);
}

function isNothing(json: string | null): json is null | "null" {
	return json === null || json === "null";
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

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** A text or a moment by itself, and anything else as the server has it. */
function plainOf(locale: Locale, json: string): string {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === "string" || isMoment(value) ? saidOf(locale, "", value) : json;
	} catch {
		return json;
	}
}

/** No other number in the log is as large as the milliseconds since 2001. */
function isMoment(value: unknown): value is number {
	return typeof value === "number" && value >= 1e12;
}

function saidOf(locale: Locale, name: string, value: unknown): string {
	if (isMoment(value)) return moment(value);
	if (typeof value === "boolean") return text(locale, value ? "yes" : "no");
	if (typeof value === "string") {
		if (name === "by") return wayText(locale, value);
		return name === "role" && isRole(value) ? roleText(locale, value) : value;
	}
	const words = Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
	if (words && name === "acts")
		return listed(
			locale,
			words.map((act) => actText(locale, act)),
		);
	return words && (name === "locales" || name === "areas") ? limitsText(locale, words) : JSON.stringify(value);
}

function isRole(value: string): value is Role {
	return (roles as string[]).includes(value);
}
