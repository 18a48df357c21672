// Checked by the TypeScript compiler, never run: the exact types of the package.
import {
	type clearToken,
	configure,
	type Decorated,
	type decorate,
	detectLocale,
	type HttpError,
	type isLoggedIn,
	type List,
	type Locale,
	type LoginExpired,
	type localeOfPath,
	type onLoginExpired,
	onSessionChange,
	type otherLocale,
	type Problem,
	type parseProblem,
	type SendOptions,
	type Settings,
	type savedLocale,
	saveLocale,
	send,
	sendList,
	type setToken,
	type token,
	type visitorLocale,
	withLocale,
	type withoutLocale,
} from "@pailou/core";
import type * as web from "@pailou/core/web";
import init from "@pailou/core/web";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<_A extends true>(): void {}

same<Same<Locale, "zh-CN" | "en-US">>();
same<Same<typeof detectLocale, (path: string, saved: string | undefined, languages: string) => Locale>>();
same<Same<typeof localeOfPath, (path: string) => Locale | undefined>>();
same<Same<typeof withoutLocale, (path: string) => string>>();
same<Same<typeof withLocale, (path: string, locale: Locale) => string>>();
same<Same<typeof otherLocale, (locale: Locale) => Locale>>();
same<Same<typeof savedLocale, () => Locale | undefined>>();
same<Same<typeof saveLocale, (locale: Locale) => void>>();
same<Same<typeof visitorLocale, (path: string) => Locale>>();

same<Same<typeof token, () => string | undefined>>();
same<Same<typeof setToken, (token: string) => void>>();
same<Same<typeof clearToken, () => void>>();
same<Same<typeof isLoggedIn, () => boolean>>();
same<Same<typeof onSessionChange, (listener: (loggedIn: boolean) => void) => () => void>>();
same<Same<typeof onLoginExpired, (listener: (event: LoginExpired) => void) => () => void>>();
same<Same<LoginExpired, { statusText: string; url: string; isLoginAttempt: boolean }>>();

same<Same<typeof configure, (options: Settings) => void>>();
same<Same<typeof decorate, (url: string, method?: string) => Decorated>>();
same<Same<Decorated["headers"], [name: string, value: string][]>>();
same<Same<typeof send, (url: string, options?: SendOptions) => Promise<Response>>>();
same<Same<ReturnType<typeof sendList<Date>>, Promise<List<Date>>>>();
same<Same<ReturnType<typeof sendList>, Promise<List<unknown>>>>();
same<Same<List<Date>, { total: number | undefined; sum: number | undefined; data: Date[] }>>();
same<Same<HttpError["response"], Response>>();
same<Same<typeof parseProblem, (status: number, statusText: string, contentType: string, body: string) => Problem>>();
same<Same<Problem["errors"], { field: string; code: string; detail: string }[]>>();

same<Same<typeof web.detectLocale, typeof detectLocale>>();
same<Same<typeof web.sendList, typeof sendList>>();
void init();

send("/api/v1/me", { signal: new AbortController().signal, keepalive: true, timeoutMs: 5000, retries: 2 });

// @ts-expect-error: a language the site does not have
withLocale("/docs", "fr-FR");
// @ts-expect-error: a locale is a language tag, not a path segment
saveLocale("zh");
// @ts-expect-error: the languages are not optional
detectLocale("/docs", undefined);
// @ts-expect-error: a saved locale is text or undefined
detectLocale("/docs", null, "en");
// @ts-expect-error: the listener of a session change receives a boolean
onSessionChange((loggedIn: string) => loggedIn);
// @ts-expect-error: an option that does not exist
send("/api/v1/me", { timeout: 5000 });
// @ts-expect-error: a setting that does not exist
configure({ timeOut: 5000 });
// @ts-expect-error: a URL string, not a `URL` object
send(new URL("https://site.example/"));
// @ts-expect-error: rows are unknown until the caller names their type
sendList("/api/v1/public/docs").then(({ data }) => data[0].title);
