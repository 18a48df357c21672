// Merges a change of an account with a change that another administrator has saved. The body of the 412 response
// contains the current account.

import { roleText } from "@/admin/roles";
import { differing, type MergeResult, overlaid, threeWayMerge } from "@/admin/threeWayMerge";
import type { Sending } from "@/admin/useMutation";
import { granted } from "@/admin/users/Rights";
import { limitsText, usersText as text } from "@/admin/usersText";
import type { ListedUser, Role, UserChange } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

/** Editable fields, with a valid role. */
export type Draft = UserChange & { role: Role };

/** Returns the current account if another administrator has changed it since it was displayed. */
export function currentUser(sending: Sending): ListedUser | undefined {
	if (sending.state !== "refused" || sending.error.problem.status !== 412) return undefined;
	const body: unknown = JSON.parse(sending.error.body);
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

/** Whether one of these fields differs. */
export function differ(one: Draft, other: Draft, fields: readonly FieldName[]): boolean {
	return differing(fields, one, other, isEqual).length > 0;
}

/** Compares values. The order of a list is ignored. */
function isEqual(one: unknown, other: unknown): boolean {
	const sorted = (value: unknown) => JSON.stringify([value].flat().toSorted());
	return sorted(one) === sorted(other);
}

export type UserMerge = MergeResult<Draft> & {
	/** The account before the change. */
	base: Draft;
};

/** Three-way merge of the change from `base` to `mine` with `theirs`. */
export function mergeUserChange(base: Draft, mine: Draft, theirs: Draft): UserMerge {
	return { base, ...threeWayMerge(units(mine.role, theirs.role), { base, mine }, theirs, isEqual) };
}

/**
 * Rebases the draft onto `theirs`: copies the adopted fields, and the fields that are equal in `mine` and `theirs`.
 * `mine` is the part of the draft that would be sent, so a scope that would not be sent is removed from the draft.
 */
export function rebased(draft: Draft, mine: Draft, theirs: Draft, { adopted }: UserMerge): Draft {
	return overlaid(
		draft,
		theirs,
		fields.filter((field) => adopted.includes(field) || !differ(mine, theirs, [field])),
	);
}

/**
 * Groups fields that are merged as one: if only one of the roles has an access scope, role and scope depend on each
 * other.
 */
function units(mine: Role, theirs: Role): FieldName[][] {
	const together: FieldName[][] =
		hasLimits(mine) === hasLimits(theirs) ? [["role"], ["locales"], ["areas"]] : [["role", "locales", "areas"]];
	return [["name"], ...together, ["disabled"]];
}

function hasLimits(role: Role): boolean {
	return granted({ role, locales: ["en"], areas: [] }).locales.length > 0;
}

const names = { name: "name", role: "role", locales: "locales", areas: "areas", disabled: "userState" } as const;

function displayValuesOf(locale: Locale, { name, role, locales, areas, disabled }: Draft): Record<FieldName, string> {
	return {
		name,
		role: roleText(locale, role),
		locales: limitsText(locale, locales),
		areas: limitsText(locale, areas),
		disabled: text(locale, disabled ? "userDisabled" : "userEnabled"),
	};
}

export interface Difference {
	field: string;
	now: string;
	mine: string;
}

/** Returns the fields that differ, with both values as text. */
export function differences(locale: Locale, now: Draft, mine: Draft, fields: FieldName[]): Difference[] {
	const [theirValues, ownValues] = [displayValuesOf(locale, now), displayValuesOf(locale, mine)];
	return fields
		.filter((field) => differ(now, mine, [field]))
		.map((field) => ({ field: text(locale, names[field]), now: theirValues[field], mine: ownValues[field] }));
}
