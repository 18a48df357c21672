// Example of the client core in Node.js: the token is kept in memory, and URLs need a host.
//   node main.mjs [http://127.0.0.1:8080]
import { decorate, detectLocale, parseProblem, send, sendList, setToken, withLocale } from "@pailou/core";

const host = process.argv[2] ?? "http://127.0.0.1:8080";

// `detectLocale` and `withLocale` are pure functions.
const locale = detectLocale("/docs", undefined, "zh-CN,zh;q=0.9");
console.log(`${locale} reads ${withLocale("/docs/guide/start", locale)}`);

// In Node.js, `send` needs absolute URLs. Public lists need no token.
const { total, data } = await sendList(`${host}/api/v1/public/docs?locale=${locale}`, { timeoutMs: 5000, retries: 2 });
console.log(`${data.length} of ${total} pages`);

// `decorate` adds the token only to URLs that start with /api, so the host is added afterwards.
setToken("a-token-from-pailou-token-create");
const { url, headers } = decorate("/api/v1/me");
const response = await send(new URL(url, host).href, { headers });
if (!response.ok) {
	const { status, statusText } = response;
	const problem = parseProblem(status, statusText, response.headers.get("content-type") ?? "", await response.text());
	console.log(`${problem.code}: ${problem.title}`);
}
