// Memory of the server: idle, after rendering 1,000 pages, and after a second request for each of these pages.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inTemporaryFolder, memory, metric, pageOf, pailou, serve, table } from "./site.mjs";

const pages = 500;

await inTemporaryFolder(async (folder) => {
	const content = join(folder, "content");
	for (const locale of ["en", "zh"]) {
		for (let n = 0; n < pages; n++) {
			const section = join(content, locale, `section-${n % 20}`);
			mkdirSync(section, { recursive: true });
			writeFileSync(join(section, `page-${n}.md`), pageOf(10_000, `Page ${n}`));
		}
	}
	const data = join(folder, "data");
	pailou("import", content, "--data", data);
	const site = await serve(data);
	const rows = [["", "MiB now", "MiB peak", "pages kept", "KiB kept"]];
	rows.push(await row(site, "idle"));
	await askForAll(site);
	rows.push(await row(site, `after ${pages * 2} distinct pages of 10 KB`));
	await askForAll(site);
	rows.push(await row(site, "after all of them again"));
	await site.stop();
	console.log("resident memory of the server; goal: 120 MB after 1,000 pages");
	table(rows);
});

async function row(site, name) {
	const { now, peak } = memory(site.pid);
	const cachedPages = await metric(site.origin, "pailou_pages_kept");
	const bytes = await metric(site.origin, "pailou_pages_kept_bytes");
	return [name, now.toFixed(0), peak.toFixed(0), cachedPages, Math.round(bytes / 1024)];
}

async function askForAll(site) {
	for (let n = 0; n < pages; n++) {
		for (const locale of ["en", "zh"]) {
			const answer = await fetch(`${site.origin}/index/${locale}/docs/section-${n % 20}/page-${n}`);
			await answer.arrayBuffer();
			if (!answer.ok) throw new Error(`page ${n}: ${answer.status}`);
		}
	}
}
