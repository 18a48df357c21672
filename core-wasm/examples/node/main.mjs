// The core in Node: the same rules, the token in memory, addresses with a host.
//   node main.mjs [http://127.0.0.1:8080]
import { decorate, detectLocale, parseProblem, send, sendList, setToken, withLocale } from "@pailou/core";

const host = process.argv[2] ?? "http://127.0.0.1:8080";

// Rules need nothing but their arguments.
const locale = detectLocale("/docs", undefined, "zh-CN,zh;q=0.9");
console.log(`${locale} reads ${withLocale("/docs/guide/start", locale)}`);

// `send` takes absolute addresses here. Public lists need no token.
const { total, data } = await sendList(`${host}/api/v1/public/docs?locale=${locale}`, { timeoutMs: 5000, retries: 2 });
console.log(`${data.length} of ${total} pages`);

// The token goes to URLs that start with /api and to no host by itself: you say which host is yours.
setToken("a-token-from-pailou-token-create");
const { url, headers } = decorate("/api/v1/me");
const response = await send(new URL(url, host).href, { headers });
if (!response.ok) {
	const { status, statusText } = response;
	const problem = parseProblem(status, statusText, response.headers.get("content-type") ?? "", await response.text());
	console.log(`${problem.code}: ${problem.title}`);
}
