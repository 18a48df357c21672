// Accuracy of translation states in other projects: `just bench l10n-releases`
// Npm packages publish their documentation in English and Chinese. Each release becomes one commit, and the states
// after a release are compared with labels that were given by hand (benches/l10n-release-labels.jsonl). The packages
// have the MIT license; only version numbers and short quotes are stored here. Their Markdown files are downloaded
// once, into BENCH_RELEASES (~/.cache/pailou/releases).
//
// How the labels were made: consecutive releases were compared by blocks (heading, paragraph, item, row, code). Each
// section that differs is of one of three kinds: changed only in English, only in Chinese, or in both. All sections
// that changed only in English were read, and random samples of the other two kinds (Fisher-Yates shuffle,
// mulberry32, seed 20261128): 40 sections from vant, 12 from exceljs, 15 from each of mermaid and alova. One block
// of each section was drawn. Blocks without Chinese counterpart, blocks in English in the Chinese file, and
// duplicates were left out. A label states whether the Chinese text is outdated. If only the wording of the source
// changed, the label follows the documented rule (outdated). All labels were written before the states were
// computed.
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { lines, report, run, statesAfter } from "./l10n-labels.mjs";
import { inTemporaryFolder } from "./site.mjs";

const cache = process.env.BENCH_RELEASES ?? join(homedir(), ".cache/pailou/releases");

/** Names of the Chinese and the English file, and the releases that changed a labeled page. */
const packages = {
	vant: {
		names: ["zh-CN.md", "en-US.md"],
		versions:
			"1.1.4 1.1.5 1.1.6 1.1.7 1.1.8 1.1.9 1.1.10 1.1.11 1.1.12 1.1.13 1.1.14 1.1.15 1.1.16 1.2.0 1.2.1 1.3.0 1.3.1 " +
			"1.3.2 1.3.3 1.3.4 1.3.5 1.3.6 1.3.7 1.3.8 1.3.9 1.3.10 1.4.1 1.4.3 1.4.4 1.4.5 1.4.7 1.4.8 1.5.0 1.5.1 1.5.2 " +
			"1.5.4 1.5.6 1.5.7 1.6.2 1.6.4 1.6.5 1.6.6 1.6.7 1.6.9 1.6.10 1.6.11 1.6.12 1.6.13 1.6.14 1.6.15 1.6.16 1.6.17",
	},
	exceljs: { names: ["README_zh.md", "README.md"], versions: "4.0.1 4.1.0 4.1.1 4.2.0 4.2.1 4.3.0 4.4.0" },
	mermaid: {
		names: ["README.zh-CN.md", "README.md"],
		versions:
			"8.13.3 8.13.4 8.13.5 8.13.9 8.13.10 8.14.0 9.0.0 9.1.0 9.1.1 9.1.3 9.1.7 9.3.0 9.4.0 9.4.2 10.0.1 10.2.0 " +
			"10.2.4 10.4.0 10.5.0 10.5.1 10.6.0 10.7.0 10.8.0 10.9.0 11.0.0 11.1.0 11.5.0 11.7.0 11.8.0 11.12.3 11.17.0 12.0.0",
	},
	alova: {
		names: ["README.zh-CN.md", "README.md"],
		versions:
			"1.4.10 2.0.1 2.0.4 2.0.5 2.0.12 2.1.2 2.5.1 2.7.1 2.8.0 2.9.3 2.10.0 2.11.1 2.12.0 2.15.0 2.15.1 2.16.0 " +
			"2.17.0 2.17.1 2.18.2 3.0.1 3.0.18 3.3.0 3.5.3",
	},
};

const labels = lines(readFileSync(new URL("l10n-release-labels.jsonl", import.meta.url), "utf8"));
for (const name of Object.keys(packages)) {
	try {
		download(name);
	} catch (error) {
		console.error(
			`${error.message.trim()}\nerror: cannot download ${name}; the npm registry is needed to fill ${cache}`,
		);
		process.exit(1);
	}
}
const states = await inTemporaryFolder((folder) => {
	const entries = Object.keys(packages).map((name) => [name, statesOf(name, join(folder, name))]);
	return Object.fromEntries(entries);
});
const rowOf = ({ package: name, version, file }) => states[name].get(`${version} ${file}`);
const disagree = report(labels, rowOf, "labeled segments of releases", ["package", "version", "file"]);
const missed = disagree.filter(({ verdict, state }) => verdict === "outdated" && state === "current").length;
const wrong = disagree.filter(({ state }) => state === "outdated").length;
console.log(
	`Of the disagreements, ${missed} missed, ${wrong} wrongly outdated, ${disagree.length - missed - wrong} other`,
);

/** Returns the states of the labeled pages of a package, by `VERSION FILE`. */
function statesOf(name, repository) {
	const { names } = packages[name];
	const commits = makeRepository(name, repository);
	const own = labels.filter((label) => label.package === name);
	const page = ({ version, file }) => [commits.get(version), file, file.replace(...names)];
	const found = statesAfter(repository, own.map(page));
	return new Map(own.map(({ version, file }) => [`${version} ${file}`, found.get(`${commits.get(version)} ${file}`)]));
}

/** Commits each release in order, at its date of publication; returns the commit of each version. */
function makeRepository(name, repository) {
	const times = JSON.parse(readFileSync(join(cache, name, "time.json"), "utf8"));
	const commits = new Map();
	const env = {
		...process.env,
		GIT_CONFIG_GLOBAL: "/dev/null",
		GIT_AUTHOR_NAME: "release",
		GIT_AUTHOR_EMAIL: "release@localhost",
		GIT_COMMITTER_NAME: "release",
		GIT_COMMITTER_EMAIL: "release@localhost",
	};
	const git = (...args) => run("git", ["-C", repository, ...args], { env, encoding: "utf8" }).stdout.trim();
	mkdirSync(repository);
	git("init", "--quiet");
	let seconds = 0;
	for (const version of packages[name].versions.split(" ")) {
		for (const file of readdirSync(repository))
			if (file !== ".git") rmSync(join(repository, file), { recursive: true });
		cpSync(join(cache, name, version), repository, { recursive: true });
		// Mirrors of the registry may have other dates, so the dates are increased where the order of versions requires it.
		seconds = Math.max(seconds + 1, Math.floor(Date.parse(times[version]) / 1000));
		env.GIT_AUTHOR_DATE = env.GIT_COMMITTER_DATE = `${seconds} +0000`;
		git("add", "--all");
		git("commit", "--quiet", "--allow-empty", "--message", `${name} ${version}`);
		commits.set(version, git("rev-parse", "HEAD"));
	}
	return commits;
}

/** Downloads the labeled pages of a package. npm verifies the checksums from the registry. */
function download(name) {
	const folder = join(cache, name);
	const { names, versions } = packages[name];
	const missing = versions.split(" ").filter((version) => !existsSync(join(folder, version)));
	if (missing.length === 0) return;
	console.error(`downloading ${missing.length} releases of ${name} into ${folder}`);
	mkdirSync(folder, { recursive: true });
	const files = [...new Set(labels.filter((label) => label.package === name).map(({ file }) => file))];
	const unpacked = mkdtempSync(join(folder, ".new-"));
	try {
		writeFileSync(join(folder, "time.json"), npm("view", name, "time", "--json"));
		for (const version of missing) {
			const [{ filename }] = JSON.parse(npm("pack", `${name}@${version}`, "--json", "--pack-destination", unpacked));
			const archive = join(unpacked, basename(filename));
			run("tar", ["-xzf", archive, "-C", unpacked, "package"], { encoding: "utf8" });
			const release = join(unpacked, version);
			for (const file of files.flatMap((file) => [file, file.replace(...names)])) {
				if (!existsSync(join(unpacked, "package", file))) continue;
				mkdirSync(dirname(join(release, file)), { recursive: true });
				cpSync(join(unpacked, "package", file), join(release, file));
			}
			renameSync(release, join(folder, version));
			rmSync(join(unpacked, "package"), { recursive: true });
			rmSync(archive);
		}
	} finally {
		rmSync(unpacked, { recursive: true, force: true });
	}
}

function npm(...args) {
	return run("npm", [...args, "--loglevel=error"], { encoding: "utf8", maxBuffer: 2 ** 26 }).stdout;
}
