import { setToken } from "@pailou/core";
import { afterEach, expect, test, vi } from "vitest";
import { mediaFile, serveUploads } from "@/admin/media/testing";
import { type FileInsertion, fileInsertion, fillAltText, insertAt } from "@/admin/pages/editor/files";
import type { Rule } from "@/admin/pages/editor/insert";
import { problem } from "@/admin/testing";

afterEach(() => vi.unstubAllGlobals());

/** Creates a text and a `FileInsertion` that inserts file references into this text. */
function writing(text: string): { files: FileInsertion; text: () => string; type: (after: string) => void } {
	let now = text;
	const write = (rule: Rule) => {
		const { from, to, insert } = rule({ text: now, from: 0, to: 0 });
		now = now.slice(0, from) + insert + now.slice(to);
	};
	const files = fileInsertion({ language: "en-US", write, isComposing: () => false, changed: () => undefined });
	const type = (after: string) => {
		files.textChanged(now, after);
		now = after;
	};
	return { files, text: () => now, type };
}

test("typing during an upload moves the position of the file reference", async () => {
	setToken("t");
	serveUploads();
	const { files, text, type } = writing("one two");
	expect(files.isSending()).toBe(false);
	files.add([new File(["abc"], "a.png")], 4);
	expect(files.isSending()).toBe(true);
	type("before one two");
	await vi.waitFor(() => expect(text()).toBe("before one ![](/uploads/a.png)two"));
	expect(files.withoutAltText()?.path).toBe("uploads/a.png");
	expect(files.isSending()).toBe(false);
	files.setAltText("A [gate]");
	expect(text()).toBe("before one ![A \\[gate\\]](/uploads/a.png)two");
	expect(files.withoutAltText()).toBeUndefined();
});

test("files of one drop are inserted in order", async () => {
	setToken("t");
	serveUploads();
	const { files, text } = writing("");
	files.add([new File(["abc"], "a.png"), new File(["abc"], "b.png")], 0);
	await vi.waitFor(() => expect(text()).toBe("![](/uploads/a.png)\n![](/uploads/b.png)"));
});

test("files dropped on the front matter are inserted in the body", async () => {
	setToken("t");
	serveUploads();
	const { files, text } = writing("---\ntitle: x\n---\nbody");
	files.add([new File(["abc"], "a.png"), new File(["abc"], "b.png")], 0);
	const images = "![](/uploads/a.png)\n![](/uploads/b.png)";
	await vi.waitFor(() => expect(text()).toBe(`---\ntitle: x\n---\n\n${images}\n\nbody`));
});

test("rejected file prevents neither the upload of other files nor the alt text prompts", async () => {
	setToken("t");
	const { outcomes } = serveUploads();
	outcomes.push(problem(422, "invalid"), problem(422, "invalid"));
	const { files, text } = writing("");
	// A rejected file that was dropped twice is reported once.
	const named = ["a.docx", "a.docx", "b.png", "c.png"];
	files.add(
		named.map((name) => new File(["abc"], name)),
		0,
	);
	await vi.waitFor(() => expect(text()).toBe("![](/uploads/b.png)\n![](/uploads/c.png)"));
	expect(files.refused().map(({ name }) => name)).toEqual(["a.docx"]);
	files.refused()[0]?.dismiss();
	expect(files.refused()).toEqual([]);
	expect(files.withoutAltText()?.path).toBe("uploads/b.png");
	files.setAltText("B");
	expect(files.withoutAltText()?.path).toBe("uploads/c.png");
	files.setAltText(undefined);
	expect(files.withoutAltText()).toBeUndefined();
	expect(text()).toBe("![B](/uploads/b.png)\n![](/uploads/c.png)");
});

test("sanitized file is reported until dismissed", async () => {
	setToken("t");
	const { outcomes } = serveUploads();
	const removed = ["<script>"];
	const upload = { id: "u1", bytes: 3, received: 3, file: mediaFile({ path: "uploads/a.svg" }), removed };
	const done = () => Response.json(upload, { status: 201 });
	outcomes.push(done(), done());
	const { files, text } = writing("");
	// A sanitized file that was dropped twice is reported once.
	const named = ["a.svg", "a.svg", "b.png"];
	files.add(
		named.map((name) => new File(["abc"], name)),
		0,
	);
	await vi.waitFor(() => expect(text()).toContain("![](/uploads/b.png)"));
	expect(files.sanitized().map(({ name, status: look }) => [name, look])).toEqual([
		["a.svg", { state: "done", file: upload.file, removed }],
	]);
	expect(files.refused()).toEqual([]);
	files.sanitized()[0]?.dismiss();
	expect(files.sanitized()).toEqual([]);
});

test("insertion at another position keeps the same text selected", () => {
	expect(insertAt(2, "xx")({ text: "abcd", from: 1, to: 3 }).select).toEqual([1, 5]);
	expect(insertAt(99, "xx")({ text: "abcd", from: 4, to: 4 })).toEqual({
		from: 4,
		to: 4,
		insert: "xx",
		select: [6, 6],
	});
	const front = insertAt(0, "xx")({ text: "---\n---\n\nb", from: 2, to: 9 });
	expect(front).toEqual({ from: 9, to: 9, insert: "xx\n\n", select: [2, 13] });
	const actual = fillAltText(mediaFile(), "x")({ text: "abcd", from: 1, to: 2 });
	expect(actual).toEqual({ from: 1, to: 2, insert: "b", select: [1, 2] });
});
