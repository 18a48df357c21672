// Time from saving a changed page until readers get the change in the HTML and in the search, with 10,000 pages.
// Measured with a new sentence, and with a new title, which other pages and lists also show.
import { join } from "node:path";
import { writePages } from "./corpus.mjs";
import { inTemporaryFolder, login, pailou, pailouWithInput, percentile, processorTime, serve, table } from "./site.mjs";

const size = Number(process.argv[2] ?? 10_000);
const edits = Number(process.env.EDITS ?? 60);
const password = "a gate of two sides";

await inTemporaryFolder(async (folder) => {
	const content = join(folder, "content");
	const data = join(folder, "data");
	const pages = writePages(content, size).filter(({ locales }) => locales.length === 2);
	pailou("import", content, "--data", data);
	pailouWithInput(password, "user", "add", "ann", "--role", "editor", "--password-stdin", "--data", data);
	const site = await serve(data);
	const headers = {
		authorization: await login(site.origin, password),
		"content-type": "application/json",
		"if-match": "*",
	};
	const rows = [["change", "until", "p50 ms", "p95 ms", "most ms", "goal p95 ms"]];
	for (const [name, change] of Object.entries({ "a sentence": sentence, "the title": title })) {
		const before = processorTime(site.pid);
		const times = { answered: [], "HTML served": [], found: [], both: [] };
		for (let n = 0; n < edits; n++) {
			const { path, titles } = pages[(n * 37) % pages.length];
			const word = `xq${name.length}edit${n}z`;
			const address = `${site.origin}/index/zh/docs/${path}`;
			await (await fetch(address)).arrayBuffer();
			const page = await json(`${site.origin}/api/v1/public/docs/zh/${path}`);
			const body = JSON.stringify(change(page.markdown, titles.zh, word));
			const start = performance.now();
			const since = () => performance.now() - start;
			const answer = await fetch(`${site.origin}/api/v1/docs/zh/${path}`, { method: "PUT", headers, body });
			if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
			await answer.arrayBuffer();
			times.answered.push(since());
			await Promise.all([
				until(async () => (await (await fetch(address)).text()).includes(word)).then(() =>
					times["HTML served"].push(since()),
				),
				until(async () => {
					const found = await json(`${site.origin}/api/v1/public/search?q=${word}&locale=zh`);
					return found[0]?.url.includes(path);
				}).then(() => times.found.push(since())),
			]);
			times.both.push(since());
		}
		for (const [until, list] of Object.entries(times)) {
			const percentiles = [0.5, 0.95, 1].map((share) => percentile(list, share).toFixed(0));
			rows.push([name, until, ...percentiles, until === "both" ? 100 : ""]);
		}
		const processor = ((processorTime(site.pid) - before) / edits) * 1000;
		console.error(`${name}: ${processor.toFixed(0)} ms of processor time for each edit, including the request`);
	}
	await site.stop();
	console.log(`${edits} edits of one page each at ${size} pages of 9 KB`);
	table(rows);
});

function sentence(markdown, title, word) {
	return { front_matter: `---\ntitle: "${title}"\n---\n`, markdown: `${markdown}\n\n新增一句 ${word}。\n` };
}

function title(markdown, title, word) {
	return { front_matter: `---\ntitle: "${title} ${word}"\n---\n`, markdown };
}

async function json(url) {
	return (await fetch(url)).json();
}

/** Calls `isSo` repeatedly, without a pause, until it returns true. Each call sends a request. */
async function until(isSo) {
	const deadline = performance.now() + 30_000;
	while (!(await isSo())) {
		if (performance.now() > deadline) throw new Error("a change is not served within 30 s");
	}
}
