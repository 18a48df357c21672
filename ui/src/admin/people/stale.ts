// A change that came too late: what stands now comes with the refusal, and what the change was made to is known.
import { granted } from "@/admin/people/Rights";
import { limitsText, peopleText as text } from "@/admin/peopleText";
import { roleText } from "@/admin/roles";
import type { Sending } from "@/admin/useSending";
import type { ListedUser, Role, UserChange } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** What can be changed, with a role that is one. */
export type Draft = UserChange & { role: Role };

/** The account as it stands now, where somebody else has changed it since it was shown. */
export function standsNow(sending: Sending): ListedUser | undefined {
	if (sending.state !== "refused" || sending.refusal.problem.status !== 412) return undefined;
	const body: unknown = JSON.parse(sending.refusal.body);
	const row = typeof body === "object" && body !== null && "row" in body ? body.row : undefined;
	return isListed(row) ? row : undefined;
}

function isListed(value: unknown): value is ListedUser {
	return typeof value === "object" && value !== null && "id" in value && "revision" in value && "role" in value;
}

export function changeOf({ name, role, locales, areas, disabled }: ListedUser): Draft {
	return { name, role, locales, areas, disabled };
}

type FieldName = keyof Draft;

export const rights: FieldName[] = ["role", "locales", "areas", "disabled"];

export const fields: FieldName[] = ["name", ...rights];

/** Whether two say something else in one of these fields. The order of limits says nothing. */
export function differ(one: Draft, other: Draft, fields: readonly FieldName[]): boolean {
	const said = (draft: Draft) => fields.map((field) => [draft[field]].flat().toSorted());
	return JSON.stringify(said(one)) !== JSON.stringify(said(other));
}

export interface Met {
	/** As it was seen. */
	was: Draft;
	/** What only somebody else has changed. */
	taken: FieldName[];
	/** What both have changed, to something else. */
	conflicts: FieldName[];
}

/** What becomes of a change to what was seen, where somebody else has made another. */
export function meet(was: Draft, mine: Draft, now: Draft): Met {
	const met: Met = { was, taken: [], conflicts: [] };
	for (const fields of decisions(mine.role, now.role)) {
		if (!differ(was, now, fields) || !differ(mine, now, fields)) continue;
		const side = differ(was, mine, fields) ? met.conflicts : met.taken;
		side.push(...fields);
	}
	return met;
}

/**
 * A draft that goes on from what stands now, where `mine` is what would be sent of it. Where that says the same, limits
 * that the draft hides are forgotten: with a role that both have chosen they would be taken for those of the account.
 */
export function takenUp(draft: Draft, mine: Draft, now: Draft, { taken }: Met): Draft {
	const settled = fields.filter((field) => taken.includes(field) || !differ(mine, now, [field]));
	return { ...draft, ...Object.fromEntries(settled.map((field) => [field, now[field]])) };
}

/** Fields that are decided together: a role that has no limits takes them away, and one that has some brings them. */
function decisions(mine: Role, now: Role): FieldName[][] {
	const together: FieldName[][] =
		hasLimits(mine) === hasLimits(now) ? [["role"], ["locales"], ["areas"]] : [["role", "locales", "areas"]];
	return [["name"], ...together, ["disabled"]];
}

function hasLimits(role: Role): boolean {
	return granted({ role, locales: ["en"], areas: [] }).locales.length > 0;
}

const names = { name: "name", role: "role", locales: "locales", areas: "areas", disabled: "personState" } as const;

function wordsOf(locale: Locale, { name, role, locales, areas, disabled }: Draft): Record<FieldName, string> {
	return {
		name,
		role: roleText(locale, role),
		locales: limitsText(locale, locales),
		areas: limitsText(locale, areas),
		disabled: text(locale, disabled ? "personDisabled" : "personEnabled"),
	};
}

export interface Difference {
	field: string;
	now: string;
	mine: string;
}

/** Each of these fields in which two say something else, in words. */
export function differences(locale: Locale, now: Draft, mine: Draft, fields: FieldName[]): Difference[] {
	const [there, here] = [wordsOf(locale, now), wordsOf(locale, mine)];
	return fields
		.filter((field) => differ(now, mine, [field]))
		.map((field) => ({ field: text(locale, names[field]), now: there[field], mine: here[field] }));
}
