import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { begin, end, stampGenerated } from "./stamps.mjs";

const [first, second, third] = [1_000_000_000_000, 1_000_000_100_000, 1_000_000_200_000];

/** Calls `work` with functions that create checkouts and simulate builds in a shared target folder. */
function withCheckouts(work) {
	const folder = mkdtempSync(join(tmpdir(), "pailou-stamps-"));
	const write = (file, text) => {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), text);
	};
	const checkOut = (name, files) => {
		for (const [file, text] of Object.entries(files)) write(`${name}/${file}`, text);
		execFileSync("git", ["init", "-q"], { cwd: join(folder, name) });
		execFileSync("git", ["add", "."], { cwd: join(folder, name) });
		return join(folder, name);
	};
	const build = (time) => {
		const print = "target/debug/.fingerprint/server-1/lib-server";
		write(print, "");
		for (const path of [print, dirname(print), dirname(dirname(print))])
			utimesSync(join(folder, path), time / 1000, time / 1000);
	};
	const time = (checkout, file) => statSync(join(checkout, file)).mtimeMs;
	try {
		mkdirSync(join(folder, "target"));
		work({ checkOut, build, time, record: join(folder, "target/stamps.json") });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

test("unchanged file in another checkout gets its recorded time", () => {
	withCheckouts(({ checkOut, build, time, record }) => {
		begin(record, checkOut("one", { "src/a.rs": "a", "src/b.rs": "b" }), first);
		build(first + 1000);
		end(record, first + 2000);
		const two = checkOut("two", { "src/a.rs": "a", "src/b.rs": "changed", "docs/c.md": "c" });
		begin(record, two, second);
		assert.deepEqual(
			["src/a.rs", "src/b.rs", "docs/c.md", "src", "docs"].map((file) => time(two, file)),
			[first, second, second, first, second],
		);
		end(record, second);
		const three = checkOut("three", { "src/a.rs": "a", "src/b.rs": "b" });
		begin(record, three, third);
		assert.deepEqual([time(three, "src/a.rs"), time(three, "src/b.rs")], [first, third], "reverting is also a change");
	});
});

test("folder with a deleted file gets a new time stamp", () => {
	withCheckouts(({ checkOut, time, record }) => {
		begin(record, checkOut("one", { "src/a.rs": "a", "src/b.rs": "b" }), first);
		end(record, first);
		const two = checkOut("two", { "src/a.rs": "a" });
		begin(record, two, second);
		assert.deepEqual([time(two, "src"), time(two, "src/a.rs")], [second, first]);
	});
});

test("file outside of a Git repository keeps its time stamp", () => {
	withCheckouts(({ checkOut, time, record }) => {
		const one = checkOut("one", { "src/a.rs": "a" });
		rmSync(join(one, ".git"), { recursive: true });
		const before = time(one, "src/a.rs");
		begin(record, one, first);
		assert.equal(time(one, "src/a.rs"), before);
	});
});

test("unchanged file gets a new time stamp after an unrecorded build", () => {
	withCheckouts(({ checkOut, build, time, record }) => {
		begin(record, checkOut("one", { "src/a.rs": "a" }), first);
		end(record, first);
		build(first + 1000);
		const two = checkOut("two", { "src/a.rs": "a" });
		begin(record, two, second);
		assert.equal(time(two, "src/a.rs"), second);
	});
});

test("generated folder gets time stamps independently of other folders", () => {
	withCheckouts(({ checkOut, time, record }) => {
		const generate = (name, made) => checkOut(name, { "src/a.rs": "a", "ui/dist/client/app.js": made });
		const one = generate("one", "app");
		begin(record, one, first);
		stampGenerated("ui/dist", record, one, first);
		end(record, first);
		const two = generate("two", "app");
		stampGenerated("ui/dist", record, two, second);
		assert.deepEqual([time(two, "ui/dist/client/app.js"), time(two, "ui/dist/client")], [first, first]);
		const three = generate("three", "another");
		stampGenerated("ui/dist", record, three, third);
		assert.equal(time(three, "ui/dist/client/app.js"), third);
	});
});
