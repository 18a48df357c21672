// A change that came too late: what stands now comes with the refusal.
import { limitsText, peopleText as text } from "@/admin/peopleText";
import { roleText } from "@/admin/roles";
import type { Sending } from "@/admin/useSending";
import type { ListedUser, UserChange } from "@/admin/wire";
import type { Locale } from "@/shared/locale";
import type { Role } from "@/shared/wire";

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

/** Each field in which two say something else, in words. */
export function differences(locale: Locale, now: Draft, mine: Draft): { field: string; now: string; mine: string }[] {
	const [there, here] = [now, mine].map((change) => [
		[text(locale, "name"), change.name],
		[text(locale, "role"), roleText(locale, change.role)],
		[text(locale, "locales"), limitsText(locale, change.locales)],
		[text(locale, "areas"), limitsText(locale, change.areas)],
		[text(locale, "personState"), text(locale, change.disabled ? "personDisabled" : "personEnabled")],
	]);
	return (there ?? []).flatMap(([field = "", now = ""], at) => {
		const mine = here?.[at]?.[1] ?? "";
		return now === mine ? [] : [{ field, now, mine }];
	});
}
