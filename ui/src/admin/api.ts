import { file, madeFile, upload } from "@/admin/bytes";
import { confirmed } from "@/admin/confirm";
import { encodedPath, searchOf } from "@/shared/address";
import { change, get, getList, type List, ProblemError, post } from "@/shared/http/api";
import type {
	BuiltInMessages,
	ConfigChange,
	ConfigValue,
	ConfigVersion,
	Conflict,
	CreatedInvitation,
	CreatedLink,
	CreatedToken,
	Delivery,
	ImportReport,
	Invitation,
	InvitationDetails,
	ListedConflict,
	ListedFeedback,
	ListedPreviewLink,
	ListedRedirect,
	ListedUser,
	LogEntry,
	LoginMethods,
	NewInvitation,
	NewRedirect,
	NewToken,
	NewWebhook,
	OidcRequest,
	OidcResponse,
	OwnLink,
	OwnPasskey,
	OwnSession,
	OwnToken,
	PublishGates,
	RecoveryCodes,
	Resolution,
	RestoredBackup,
	Role,
	SecondFactor,
	SecondFactorPolicy,
	SecondFactorState,
	Session,
	SharedPreview,
	SiteSettings,
	SourceState,
	User,
	UserChange,
	Webhook,
	WebhookChange,
	WebhookSecret,
} from "@/shared/http/types";
import { createPasskey } from "@/shared/login/passkey";
import { siteChanged } from "@/shared/siteChange";

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

/** Returns a page of the feedback; `page` starts at 1. */
export function feedback(page: number, signal?: AbortSignal): Promise<List<ListedFeedback>> {
	return getList<ListedFeedback>(`/api/v1/admin/docs-feedback?size=20&page=${page}`, signal);
}

export function conflict(id: string): Promise<Conflict> {
	return get<Conflict>(`/api/v1/admin/source-conflicts/${id}/texts`);
}

/** Resolves a conflict. `etag` is the ETag of the displayed conflict: the request fails if either text has changed. */
export function resolve({ id, etag }: ListedConflict, resolution: Resolution): Promise<void> {
	return post<void>(`/api/v1/admin/source-conflicts/${id}/resolution`, resolution, [["if-match", `"${etag}"`]]);
}

/** Returns the details of a single-use link: an invitation or a password reset. */
export function verifyInvitation(code: string): Promise<InvitationDetails> {
	return post<InvitationDetails>("/api/v1/invitation/verify", { code });
}

/** Verifies a setup code. Fails with 410 (Gone) if the code is no longer valid. */
export function verifySetupCode(code: string): Promise<void> {
	return post<void>("/api/v1/setup/verify", { code });
}

/** Re-authenticates the user with the password and, unless `code` is empty, with a two-factor code. */
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

/** Revokes all sessions except the current one. */
export function endOtherSessions(): Promise<void> {
	return change<void>("DELETE", `${own}/sessions`);
}

export function ownSecondFactor(signal?: AbortSignal): Promise<SecondFactorState> {
	return get<SecondFactorState>(`${own}/second-factor`, signal);
}

export function beginSecondFactor(): Promise<SecondFactor> {
	return confirmed(() => post<SecondFactor>(`${own}/second-factor`, {}));
}

/** Enables two-factor authentication; if it is already enabled, creates new recovery codes. */
export function confirmSecondFactor(code: string): Promise<RecoveryCodes> {
	return confirmed(() => change<RecoveryCodes>("PUT", `${own}/second-factor`, { code }));
}

export function endSecondFactor(): Promise<void> {
	return confirmed(() => change<void>("DELETE", `${own}/second-factor`));
}

export function ownPasskeys(signal?: AbortSignal): Promise<OwnPasskey[]> {
	return get<OwnPasskey[]>(`${own}/passkeys?size=200`, signal);
}

/** Creates a passkey with the challenge from the server. */
export async function addPasskey(name: string): Promise<OwnPasskey> {
	const { options } = await confirmed(() =>
		post<{ options: PublicKeyCredentialCreationOptionsJSON }>(`${own}/passkeys/begin`, {}),
	);
	const credential = await createPasskey(options);
	return confirmed(() => post<OwnPasskey>(`${own}/passkeys`, { name, credential }));
}

export function renamePasskey(id: string, name: string): Promise<OwnPasskey> {
	return change<OwnPasskey>("PUT", `${own}/passkeys/${id}`, { name });
}

export function removePasskey(id: string): Promise<void> {
	return confirmed(() => change<void>("DELETE", `${own}/passkeys/${id}`));
}

/** Returns the login methods, with the identity provider if there is one. */
export function loginMethods(signal?: AbortSignal): Promise<LoginMethods> {
	return get<LoginMethods>("/api/v1/login/methods", signal);
}

export function ownLink(signal?: AbortSignal): Promise<OwnLink> {
	return get<OwnLink>(`${own}/oidc`, signal);
}

export function beginLink(): Promise<OidcRequest> {
	return confirmed(() => post<OidcRequest>(`${own}/oidc/begin`, {}));
}

export function linkProvider(answer: OidcResponse): Promise<void> {
	return confirmed(() => post<void>(`${own}/oidc`, answer));
}

export function unlinkProvider(): Promise<void> {
	return confirmed(() => change<void>("DELETE", `${own}/oidc`));
}

export function ownTokens(signal?: AbortSignal): Promise<OwnToken[]> {
	return get<OwnToken[]>(`${own}/tokens?size=200`, signal);
}

export function createToken(token: NewToken): Promise<CreatedToken> {
	return confirmed(() => post<CreatedToken>(`${own}/tokens`, token));
}

export function revokeToken(id: string): Promise<void> {
	return change<void>("DELETE", `${own}/tokens/${id}`);
}

const admin = "/api/v1/admin";

/** Number of rows per page of a list. */
export const size = 20;

export function users(q: string, page: number, signal?: AbortSignal): Promise<List<ListedUser>> {
	return getList<ListedUser>(`${admin}/users${searchOf({ q: q || undefined, page, size })}`, signal);
}

/** Returns the roles whose accounts must have a second factor. */
export function secondFactorPolicy(signal?: AbortSignal): Promise<SecondFactorPolicy> {
	return get<SecondFactorPolicy>(`${admin}/second-factor-policy`, signal);
}

export function changeSecondFactorPolicy({ revision }: SecondFactorPolicy, roles: Role[]): Promise<SecondFactorPolicy> {
	const headers: [string, string][] = [["if-match", `"${revision}"`]];
	return confirmed(() => change<SecondFactorPolicy>("PUT", `${admin}/second-factor-policy`, { roles }, headers));
}

/** Returns the publish gates: whether the languages of a page are published together, by area. */
export function publishGates(signal?: AbortSignal): Promise<PublishGates> {
	return get<PublishGates>(`${admin}/publish-gates`, signal);
}

export function changePublishGates({ revision, ...gates }: PublishGates): Promise<PublishGates> {
	return change<PublishGates>("PUT", `${admin}/publish-gates`, gates, [["if-match", `"${revision}"`]]);
}

/** Returns the preview links that the user may revoke. */
export function previewLinks(signal?: AbortSignal): Promise<ListedPreviewLink[]> {
	return get<ListedPreviewLink[]>(`${admin}/preview-links`, signal);
}

export function revokePreviewLink({ id }: ListedPreviewLink): Promise<void> {
	return change<void>("DELETE", `${admin}/preview-links/${id}`);
}

/** Changes an account. Fails if another user has changed the account since it was displayed. */
export function changeUser({ id, revision }: ListedUser, to: UserChange): Promise<ListedUser> {
	const headers: [string, string][] = [["if-match", `"${revision}"`]];
	return confirmed(() => change<ListedUser>("PUT", `${admin}/users/${id}`, to, headers));
}

export function logOutEverywhere({ id }: ListedUser): Promise<void> {
	return confirmed(() => change<void>("DELETE", `${admin}/users/${id}/sessions`));
}

export function turnOffSecondFactor({ id }: ListedUser): Promise<void> {
	return confirmed(() => change<void>("DELETE", `${admin}/users/${id}/second-factor`));
}

export function removePasskeys({ id }: ListedUser): Promise<void> {
	return confirmed(() => change<void>("DELETE", `${admin}/users/${id}/passkeys`));
}

export function createPasswordReset({ id }: ListedUser): Promise<CreatedLink> {
	return confirmed(() => post<CreatedLink>(`${admin}/users/${id}/reset`, {}));
}

export function invitations(signal?: AbortSignal): Promise<Invitation[]> {
	return get<Invitation[]>(`${admin}/invitations?size=200`, signal);
}

export function invite(invitation: NewInvitation): Promise<CreatedInvitation> {
	return confirmed(() => post<CreatedInvitation>(`${admin}/invitations`, invitation));
}

export function revokeInvitation({ id }: Invitation): Promise<void> {
	return change<void>("DELETE", `${admin}/invitations/${id}`);
}

/** Filter of the audit log. Times are in milliseconds since 1970-01-01 UTC. */
export interface LogFilter {
	actor?: string | undefined;
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

/** Returns a draft by its preview code; requires no login. */
export function sharedPreview(code: string): Promise<SharedPreview> {
	return post<SharedPreview>("/api/v1/public/preview", { code });
}

const config = `${admin}/config`;

export function configValues(page: number, signal?: AbortSignal): Promise<List<ConfigValue>> {
	return getList<ConfigValue>(`${config}${searchOf({ page, size })}`, signal);
}

/** Returns the names of at most 200 site files, and whether these are all site files. */
export async function configNames(signal?: AbortSignal): Promise<{ names: string[]; isAll: boolean }> {
	const { data, total } = await getList<ConfigValue>(`${config}?size=200`, signal);
	return { names: data.map(({ name }) => name), isAll: (total ?? data.length) <= data.length };
}

export function configValue(name: string, signal?: AbortSignal): Promise<ConfigValue> {
	return get<ConfigValue>(configPath(name), signal);
}

/**
 * Publishes a site file. Fails if `current` is not the current revision. For a new site file, `current` is undefined.
 */
export function publishConfig(name: string, current: ConfigValue | undefined, to: ConfigChange): Promise<ConfigValue> {
	return changingSite(() => change<ConfigValue>("PUT", configPath(name), to, current ? ifMatch(current) : []));
}

export function removeConfig(value: ConfigValue): Promise<ConfigValue> {
	return changingSite(() => change<ConfigValue>("DELETE", configPath(value.name), undefined, ifMatch(value)));
}

/** Confirms a new stylesheet (`keep`) or reverts it. */
export function confirmConfig(value: ConfigValue, keep: boolean): Promise<ConfigValue> {
	return post<ConfigValue>(`${configPath(value.name)}/confirm`, { keep }, ifMatch(value));
}

export function unscheduleConfig(value: ConfigValue): Promise<ConfigValue> {
	return change<ConfigValue>("DELETE", `${configPath(value.name)}/schedule`, undefined, ifMatch(value));
}

export function configVersions(name: string, signal?: AbortSignal): Promise<ConfigVersion[]> {
	return get<ConfigVersion[]>(`${configPath(name)}/versions?size=200`, signal);
}

export function configVersion(name: string, number: number): Promise<ConfigVersion> {
	return get<ConfigVersion>(`${configPath(name)}/versions/${number}`);
}

export function restoreConfig(value: ConfigValue, number: number): Promise<ConfigValue> {
	const path = `${configPath(value.name)}/versions/${number}/restore`;
	return changingSite(() => post<ConfigValue>(path, {}, ifMatch(value)));
}

/** Sends a request that may change the site data. All pages use these data; the next revalidation loads them again. */
async function changingSite<T>(request: () => Promise<T>): Promise<T> {
	const answer = await confirmed(request);
	siteChanged();
	return answer;
}

/** Returns all built-in messages of the interface. */
export function builtInMessages(signal?: AbortSignal): Promise<BuiltInMessages> {
	return get<BuiltInMessages>(`${admin}/messages`, signal);
}

export function siteSettings(signal?: AbortSignal): Promise<SiteSettings> {
	return get<SiteSettings>(`${admin}/site`, signal);
}

function configPath(name: string): string {
	return `${config}/${encodeURIComponent(name)}`;
}

function ifMatch({ revision }: { revision: string }): [string, string][] {
	return [["if-match", `"${revision}"`]];
}

const hooks = `${admin}/webhooks`;

export function webhooks(page: number, signal?: AbortSignal): Promise<List<Webhook>> {
	return getList<Webhook>(`${hooks}${searchOf({ page, size })}`, signal);
}

export function webhook(id: string, signal?: AbortSignal): Promise<Webhook> {
	return get<Webhook>(hookPath(id), signal);
}

export function addWebhook(newWebhook: NewWebhook): Promise<WebhookSecret> {
	return confirmed(() => post<WebhookSecret>(hooks, newWebhook));
}

/** Changes a webhook. Fails if another user has changed the webhook since it was displayed. */
export function changeWebhook(current: Webhook, { endpoint, events, note, is_on }: WebhookChange): Promise<Webhook> {
	const to: WebhookChange = { endpoint, events, note, is_on };
	return confirmed(() => change<Webhook>("PUT", hookPath(current.id), to, ifMatch(current)));
}

export function removeWebhook(webhook: Webhook): Promise<void> {
	return change<void>("DELETE", hookPath(webhook.id), undefined, ifMatch(webhook));
}

/** Creates a new secret, which the server returns only once. */
export function newWebhookSecret({ id }: Webhook): Promise<WebhookSecret> {
	return confirmed(() => post<WebhookSecret>(`${hookPath(id)}/secret`, {}));
}

export function testWebhook({ id }: Webhook): Promise<void> {
	return post<void>(`${hookPath(id)}/test`, {});
}

export function webhookDeliveries(id: string, page: number, signal?: AbortSignal): Promise<List<Delivery>> {
	return getList<Delivery>(`${hookPath(id)}/deliveries${searchOf({ page, size })}`, signal);
}

export function redeliver({ id }: Webhook, delivery: Delivery): Promise<void> {
	return post<void>(`${hookPath(id)}/deliveries/${delivery.id}/redeliver`, {});
}

function hookPath(id: string): string {
	return `${hooks}/${encodeURIComponent(id)}`;
}

/** Downloads a backup of the site, with its file name. */
export function downloadBackup(): Promise<{ name: string; content: Blob }> {
	return confirmed(() => madeFile(`${admin}/backup`));
}

/** Export of the pages, with its file name. */
export interface PageExport {
	name: string;
	content: Blob;
	/** Files that were renamed in the archive, at most 20. */
	renamed: { file: string; written: string }[];
}

export async function exportPages(): Promise<PageExport> {
	const { headers, ...file } = await madeFile(`${admin}/export`);
	const renamed = [...new URLSearchParams(headers.get("x-renamed-files") ?? "")];
	return { ...file, renamed: renamed.map(([file, written]) => ({ file, written })) };
}

interface ImportChoices {
	dryRun: boolean;
	/** Whether pages of earlier imports are moved to the trash if the archive does not contain them. */
	prune: boolean;
}

/** Imports the pages of an archive, or reports what an import would do. */
export function importPages(file: Blob, { dryRun, prune }: ImportChoices): Promise<ImportReport> {
	const choices = searchOf({ dry_run: dryRun ? "true" : undefined, prune: prune ? "true" : undefined });
	return upload<ImportReport>(`${admin}/import${choices}`, "application/zip", file);
}

/** Replaces the site with a backup. */
export async function restoreBackup(backup: Blob): Promise<RestoredBackup> {
	// Sends an empty backup first, so that re-authentication happens before the long upload.
	await confirmed(() => restored(new Blob([]))).catch(noBackup);
	return restored(backup);
}

function restored(backup: Blob): Promise<RestoredBackup> {
	return upload<RestoredBackup>(`${admin}/restore`, "application/zstd", backup);
}

function noBackup(error: unknown): void {
	if (!(error instanceof ProblemError) || error.problem.status !== 422) throw error;
}

const oldAddresses = `${admin}/docs-redirects`;

export function redirects(q: string, page: number, signal?: AbortSignal): Promise<List<ListedRedirect>> {
	return getList<ListedRedirect>(`${oldAddresses}${searchOf({ q: q || undefined, page, size })}`, signal);
}

export function addRedirect(redirect: NewRedirect): Promise<void> {
	return post<void>(oldAddresses, redirect);
}

export function removeRedirect({ locale, old }: ListedRedirect): Promise<void> {
	return change<void>("DELETE", `${oldAddresses}/${locale}/${encodedPath(old)}`);
}
