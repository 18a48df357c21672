import { confirmed } from "@/admin/confirm";
import type {
	Conflict,
	Invitation,
	InvitationLook,
	ListedConflict,
	ListedFeedback,
	ListedUser,
	LogEntry,
	MadeInvitation,
	MadeLink,
	MadeToken,
	NewInvitation,
	NewToken,
	OwnSession,
	OwnToken,
	RecoveryCodes,
	Resolution,
	SecondFactor,
	SourceState,
	UserChange,
} from "@/admin/wire";
import { searchOf } from "@/shared/address";
import { change, file, get, getList, type List, post } from "@/shared/api";
import type { Session, User } from "@/shared/wire";

export function me(signal?: AbortSignal): Promise<User> {
	return get<User>("/api/v1/me", signal);
}

export function sources(signal?: AbortSignal): Promise<SourceState[]> {
	return get<SourceState[]>("/api/v1/admin/sources", signal);
}

export function updateSource(name: string): Promise<void> {
	return post<void>(`/api/v1/admin/sources/${encodeURIComponent(name)}/update`, {});
}

export function conflicts(signal?: AbortSignal): Promise<List<ListedConflict>> {
	return getList<ListedConflict>("/api/v1/admin/source-conflicts?size=200", signal);
}

/** From the first page, which is 1. */
export function feedback(page: number, signal?: AbortSignal): Promise<List<ListedFeedback>> {
	return getList<ListedFeedback>(`/api/v1/admin/docs-feedback?size=20&page=${page}`, signal);
}

export function conflict(id: string): Promise<Conflict> {
	return get<Conflict>(`/api/v1/admin/source-conflicts/${id}/texts`);
}

/** The tag names the two texts that were seen: a third one is not decided on unseen. */
export function resolve({ id, etag }: ListedConflict, resolution: Resolution): Promise<void> {
	return post<void>(`/api/v1/admin/source-conflicts/${id}/decision`, resolution, [["if-match", `"${etag}"`]]);
}

/** What an invitation or a link for a new password is for. */
export function look(code: string): Promise<InvitationLook> {
	return post<InvitationLook>("/api/v1/invitation/look", { code });
}

/** That it is still the owner of the account who sits there. */
export function confirm(password: string, code: string): Promise<void> {
	return post<void>("/api/v1/confirm", code === "" ? { password } : { password, code });
}

const own = "/api/v1/me";

export function changePassword(current: string, password: string): Promise<Session> {
	return change<Session>("PUT", `${own}/password`, { current, password });
}

export function ownSessions(signal?: AbortSignal): Promise<OwnSession[]> {
	return get<OwnSession[]>(`${own}/sessions?size=200`, signal);
}

export function endSession(id: string): Promise<void> {
	return change<void>("DELETE", `${own}/sessions/${id}`);
}

/** All but the one that asks. */
export function endOtherSessions(): Promise<void> {
	return change<void>("DELETE", `${own}/sessions`);
}

export function beginSecondFactor(): Promise<SecondFactor> {
	return confirmed(() => post<SecondFactor>(`${own}/second-factor`, {}));
}

/** Turns it on; where it is on, makes new recovery codes. */
export function confirmSecondFactor(code: string): Promise<RecoveryCodes> {
	return confirmed(() => change<RecoveryCodes>("PUT", `${own}/second-factor`, { code }));
}

export function endSecondFactor(): Promise<void> {
	return confirmed(() => change<void>("DELETE", `${own}/second-factor`));
}

export function ownTokens(signal?: AbortSignal): Promise<OwnToken[]> {
	return get<OwnToken[]>(`${own}/tokens?size=200`, signal);
}

export function makeToken(token: NewToken): Promise<MadeToken> {
	return confirmed(() => post<MadeToken>(`${own}/tokens`, token));
}

export function revokeToken(id: string): Promise<void> {
	return change<void>("DELETE", `${own}/tokens/${id}`);
}

const admin = "/api/v1/admin";

/** How many rows a page of a list has. */
export const size = 20;

export function users(q: string, page: number, signal?: AbortSignal): Promise<List<ListedUser>> {
	return getList<ListedUser>(`${admin}/users${searchOf({ q: q || undefined, page, size })}`, signal);
}

/** Only what was seen is changed: anything else is stale. */
export function changeUser({ id, revision }: ListedUser, to: UserChange): Promise<ListedUser> {
	const seen: [string, string][] = [["if-match", `"${revision}"`]];
	return confirmed(() => change<ListedUser>("PUT", `${admin}/users/${id}`, to, seen));
}

export function logOutEverywhere({ id }: ListedUser): Promise<void> {
	return confirmed(() => change<void>("DELETE", `${admin}/users/${id}/sessions`));
}

export function turnOffSecondFactor({ id }: ListedUser): Promise<void> {
	return confirmed(() => change<void>("DELETE", `${admin}/users/${id}/second-factor`));
}

export function makeReset({ id }: ListedUser): Promise<MadeLink> {
	return confirmed(() => post<MadeLink>(`${admin}/users/${id}/reset`, {}));
}

export function invitations(signal?: AbortSignal): Promise<Invitation[]> {
	return get<Invitation[]>(`${admin}/invitations?size=200`, signal);
}

export function invite(invitation: NewInvitation): Promise<MadeInvitation> {
	return confirmed(() => post<MadeInvitation>(`${admin}/invitations`, invitation));
}

export function withdraw({ id }: Invitation): Promise<void> {
	return change<void>("DELETE", `${admin}/invitations/${id}`);
}

/** What to show of the log. Times are in milliseconds since 1970-01-01 UTC. */
export interface LogFilter {
	who?: string | undefined;
	action?: string | undefined;
	from?: number | undefined;
	to?: number | undefined;
}

export function log(filter: LogFilter, page: number, signal?: AbortSignal): Promise<List<LogEntry>> {
	return getList<LogEntry>(`${admin}/log${searchOf({ ...filter, page, size })}`, signal);
}

export function logFile(filter: LogFilter, format: "csv" | "json"): Promise<Blob> {
	return file(`${admin}/log/export${searchOf({ format, ...filter })}`);
}
