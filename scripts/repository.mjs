// Git repositories for tests, created with the machine's `git` and without the user's configuration.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const env = {
	...process.env,
	GIT_CONFIG_GLOBAL: "/dev/null",
	GIT_CONFIG_NOSYSTEM: "1",
	GIT_AUTHOR_NAME: "Ann",
	GIT_AUTHOR_EMAIL: "ann@example.org",
	GIT_COMMITTER_NAME: "Ann",
	GIT_COMMITTER_EMAIL: "ann@example.org",
};

const git = (folder, ...args) => execFileSync("git", args, { cwd: folder, env });

/** Creates a repository with these files, by name, in its first commit. */
export function makeRepository(folder, files) {
	mkdirSync(folder, { recursive: true });
	git(folder, "init", "--quiet", "--initial-branch=main");
	commit(folder, "First", files);
}

export function commit(folder, message, files) {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	git(folder, "add", "--all");
	git(folder, "commit", "--quiet", "-m", message);
}
