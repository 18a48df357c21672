import styles from "@/admin/log/Log.module.css";
import { type Fields, fieldsOf, isEmptyValue } from "@/admin/log/named";
import { moment } from "@/admin/moment";
import { roles, roleText } from "@/admin/roles";
import {
	limitsText,
	listed,
	logFieldText,
	methodText,
	permissionText,
	reasonText,
	usersText as text,
	verdictText,
} from "@/admin/usersText";
import { eventName, webhooksText } from "@/admin/webhooks/webhooksText";
import type { LogEntry, Role } from "@/shared/http/types";
import { number } from "@/shared/i18n/format";
import { type Locale, useLocale } from "@/shared/i18n/locale";

/**
 * Values before and after a change, by field if the names of the fields are known. If both values exist, only the
 * changed fields are shown. An entry with a reason, for example of a rejected login, is initially expanded, because the
 * reason may show that the password was right.
 */
export function Change({ entry }: { entry: Pick<LogEntry, "action" | "subject" | "before" | "after"> }) {
	const locale = useLocale();
	const { before, after } = entry;
	if (isEmptyValue(before) && isEmptyValue(after)) return null;
	const [was, is] = [fieldsOf(entry, "before"), fieldsOf(entry, "after")];
	const names = inOrder([...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]);
	const displayValueAs = (fields: Fields, name: string) =>
		Object.hasOwn(fields, name) ? displayValueOf(locale, name, fields[name]) : undefined;
	const changed = names.filter(
		(name) => isEmptyValue(before) || isEmptyValue(after) || !isSame(was?.[name], is?.[name]),
	);
	return (
		<details open={names.includes("reason")}>
			<summary>{text(locale, "logDetails")}</summary>
			{was && is ? (
				<dl className={styles.fields}>
					{withoutIds(changed).map((name) => (
						<Field key={name} name={name} was={displayValueAs(was, name)} is={displayValueAs(is, name)} />
					))}
				</dl>
			) : (
				<dl>
					{!isEmptyValue(before) && <ChangedFields name={text(locale, "logBefore")} value={before} />}
					{!isEmptyValue(after) && <ChangedFields name={text(locale, "logAfter")} value={after} />}
				</dl>
			)}
		</details>
	);
}

function Field({ name, was, is }: { name: string; was: string | undefined; is: string | undefined }) {
	const locale = useLocale();
	const sideLabel = (side: "logBefore" | "logAfter") => <span className="visually-hidden">{text(locale, side)} </span>;
	return (
		<div>
			<dt>{logFieldText(locale, name) ?? <code>{name}</code>}</dt>
			<dd>
				{was !== undefined && (
					<del>
						{sideLabel("logBefore")}
						{was}
					</del>
				)}
				{was !== undefined && is !== undefined && <span aria-hidden="true"> → </span>}
				{is !== undefined && (
					<ins>
						{sideLabel("logAfter")}
						{is}
					</ins>
				)}
			</dd>
		</div>
	);
}

function ChangedFields({ name, value }: { name: string; value: string }) {
	const locale = useLocale();
	return (
		<>
			<dt>{name}</dt>
			<dd>
				<pre>{plainOf(locale, value)}</pre>
			</dd>
		</>
	);
}

/** Order in which the fields are displayed: description, permissions, origin. The server sorts them alphabetically. */
const order =
	"name note title path endpoint events is_on role locales areas permissions disabled by reason zh-CN en-US decorative revision made_by link_made_by created_at expires_at".split(
		" ",
	);

function inOrder(names: string[]): string[] {
	const known = order.filter((name) => names.includes(name));
	return [...known, ...names.filter((name) => !known.includes(name))];
}

/** Removes the id if there are other fields. */
function withoutIds(names: string[]): string[] {
	const others = names.filter((name) => name !== "id");
	return others.length > 0 ? others : names;
}

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function plainOf(locale: Locale, json: string): string {
	try {
		return displayValueOf(locale, "", JSON.parse(json));
	} catch {
		return json;
	}
}

/** Whether a value is a time in milliseconds since 1970: no other number in the log is as large. */
function isMoment(value: unknown): value is number {
	return typeof value === "number" && value >= 1e12;
}

/** Whether a value is the beginning of a long text that the server has truncated. */
function isBeginning(value: unknown): value is { beginning: string; bytes: number; hash: string } {
	return typeof value === "object" && value !== null && "beginning" in value && "bytes" in value && "hash" in value;
}

/** Text for a value of the field `name`: lists are joined, objects are shown as JSON. */
function displayValueOf(locale: Locale, name: string, value: unknown): string {
	if (isMoment(value)) return moment(value);
	if (typeof value === "boolean") return text(locale, value ? "yes" : "no");
	if (typeof value === "string") {
		if (name === "by") return methodText(locale, value);
		if (name === "reason") return reasonText(locale, value);
		return name === "role" && isRole(value) ? roleText(locale, value) : value;
	}
	if (isBeginning(value)) return text(locale, "truncated", { ...value, bytes: number(value.bytes) });
	if (!Array.isArray(value)) return JSON.stringify(value);
	const words = value.map((one) => displayValueOf(locale, "", one));
	switch (name) {
		case "permissions":
			return listed(
				locale,
				words.map((permission) => permissionText(locale, permission)),
			);
		case "events":
			if (words.length === 0) return webhooksText(locale, "eventsAll");
			return listed(
				locale,
				words.map((event) => eventName(locale, event)),
			);
		case "verdicts":
			return listed(
				locale,
				[...new Set(words)].map((verdict) =>
					text(locale, "verdictCount", {
						verdict: verdictText(locale, verdict),
						count: number(words.filter((word) => word === verdict).length),
					}),
				),
			);
		case "locales":
		case "areas":
			return limitsText(locale, words);
		default:
			return listed(locale, words);
	}
}

function isRole(value: string): value is Role {
	return (roles as string[]).includes(value);
}
