import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mediaText } from "@/admin/media/mediaText";
import { addUploads, removeUpload, uploads } from "@/admin/media/queue";
import { mediaFile } from "@/admin/media/testing";
import { close, open, problem, sent, serve, user, wrong } from "@/admin/testing";

const text = (key: Parameters<typeof mediaText>[1], values = {}) => mediaText("en-US", key, values);
const list = "GET /admin/media";
const one = "/admin/media/file";

afterEach(() => {
	cleanup();
	close();
});

test("file list shows missing alt texts; its filter is in the URL", async () => {
	const described = { "zh-CN": "门", "en-US": "Gate", decorative: false };
	serve({
		[list]: () =>
			Response.json([mediaFile(), mediaFile({ path: "b.png", alt_text: described, uses: 2, source: "docs" })], {
				headers: { "x-total-count": "2", "x-total-sum": "24000" },
			}),
	});
	open("/admin/media?state=unused&sort=bytes");
	expect(await screen.findByText(`${text("count", { count: 2 })} · 23 KiB`)).toBeDefined();
	expect(screen.getAllByText(text("undescribed"))).toHaveLength(2);
	expect(screen.getByText(text("fromGit", { source: "docs" }))).toBeDefined();
	expect(sent.find(({ what }) => what === list)?.query).toBe("?state=unused&sort=bytes&page=1&size=20");
});

test("empty media library explains uploads to permitted users only", async () => {
	serve({ [list]: () => Response.json([]) });
	open("/admin/media");
	expect(await screen.findByText(text("empty"))).toBeDefined();
	close();
	serve({ [list]: () => Response.json([]), "GET /me": () => Response.json({ ...user, permissions: ["pages-read"] }) });
	open("/admin/media");
	expect(await screen.findByText(text("emptyRead"))).toBeDefined();
	expect(screen.queryByRole("button", { name: text("upload") })).toBeNull();
});

test("conflict shows the current alt text before overwriting", async () => {
	const now = mediaFile({ revision: "r2", alt_text: { "zh-CN": "别人的", "en-US": "Theirs", decorative: false } });
	let isFirst = true;
	serve({
		[`GET ${one}`]: () => Response.json({ file: mediaFile(), used_on: [], used_in: [], widths: [] }),
		[`PUT ${one}`]: () => {
			if (!isFirst) return Response.json({ file: now, used_on: [], used_in: [], widths: [] });
			isFirst = false;
			return problem(412, "changed", { row: now });
		},
	});
	open("/admin/media?file=uploads/gate.png");
	fireEvent.change(await screen.findByLabelText(text("wordsIn", { language: "English" })), {
		target: { value: "Mine" },
	});
	fireEvent.click(screen.getByRole("button", { name: text("save") }));
	expect(await screen.findByText("Theirs")).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: text("staleSave") }));
	expect(await screen.findByText(text("saved"))).toBeDefined();
	const puts = sent.filter(({ what }) => what === `PUT ${one}`);
	expect(puts.map(({ headers }) => headers.get("if-match"))).toEqual(['"r1"', '"r2"']);
	expect(puts[1]?.body).toEqual({ "zh-CN": "", "en-US": "Mine", decorative: false });
});

test("used file cannot be deleted; its uses link to the editor or trash", async () => {
	const use = {
		page_id: "p1",
		locale: "en-US",
		title: "Start",
		url: "/index/en/docs/start",
		draft: false,
		trash: false,
	};
	const trashed = { ...use, page_id: "p2", title: "Gone", trash: true };
	serve({
		[`GET ${one}`]: () =>
			Response.json({ file: mediaFile({ uses: 2 }), used_on: [use, trashed], used_in: [], widths: [] }),
	});
	open("/admin/media?file=uploads/gate.png");
	const button = await screen.findByRole<HTMLButtonElement>("button", { name: text("remove") });
	expect(button.disabled).toBe(true);
	// The hint is above the button and below its own heading.
	const [heading, hint] = [
		screen.getByRole("heading", { name: text("actions") }),
		screen.getByText(text("replaceHint")),
	];
	expect(heading.nextElementSibling).toBe(hint);
	expect(hint.nextElementSibling?.contains(button)).toBe(true);
	expect(screen.getByText(text("removeUsed"))).toBeDefined();
	expect(screen.getByRole("link", { name: text("writeName", { title: "Start" }) }).getAttribute("href")).toBe(
		"/admin/pages/p1?locale=en",
	);
	// A text in the trash cannot be edited.
	expect(screen.queryByRole("link", { name: text("writeName", { title: "Gone" }) })).toBeNull();
	expect(screen.getByRole("link", { name: text("inTrash") }).getAttribute("href")).toBe("/admin/pages?state=trash");
});

test("file used by a site file cannot be deleted", async () => {
	const answer = { file: mediaFile({ uses: 1 }), used_on: [], used_in: ["global_style.css"], widths: [] };
	serve({ [`GET ${one}`]: () => Response.json(answer) });
	open("/admin/media?file=uploads/gate.png");
	const link = await screen.findByRole("link", { name: "global_style.css" });
	expect(link.getAttribute("href")).toBe("/admin/config?name=global_style.css");
	expect(screen.getByRole<HTMLButtonElement>("button", { name: text("remove") }).disabled).toBe(true);
	expect(screen.queryByText(text("usedNowhere"))).toBeNull();
	close();
	cleanup();
	serve({
		[`GET ${one}`]: () => Response.json(answer),
		"GET /me": () => Response.json({ ...user, role: "editor", permissions: ["pages-read", "media"] }),
	});
	open("/admin/media?file=uploads/gate.png");
	expect(await screen.findByText(`global_style.css · ${text("inValue")}`)).toBeDefined();
	expect(screen.queryByRole("link", { name: "global_style.css" })).toBeNull();
});

test.each(["zh-CN", "en-US"] as const)("accessible names in %s start with the button labels", (locale) => {
	for (const label of ["remove", "write", "upAgain", "upCancel", "upClose"] as const) {
		const name = mediaText(locale, `${label}Name`, { path: "a.png", name: "a.png", title: "A" });
		expect(name.startsWith(mediaText(locale, label)), name).toBe(true);
	}
});

test("user with an access scope cannot replace or delete files", async () => {
	serve({
		[`GET ${one}`]: () => Response.json({ file: mediaFile(), used_on: [], used_in: [], widths: [] }),
		"GET /me": () =>
			Response.json({ ...user, role: "translator", permissions: ["pages-read", "media"], locales: ["en"] }),
	});
	open("/admin/media?file=uploads/gate.png");
	expect(await screen.findByText(text("limited"))).toBeDefined();
	for (const name of [text("remove"), text("removeName", { path: "uploads/gate.png" }), text("replace")]) {
		expect(screen.queryByRole("button", { name })).toBeNull();
	}
	expect(screen.getByRole("button", { name: text("save") })).toBeDefined();
});

test.each([
	["file with a wrong extension", undefined, () => wrong("file", "other-type"), text("error.other-type"), false],
	[
		"replacement with another file type",
		"uploads/gate.png",
		() => wrong("file", "other-type"),
		text("error.other-type.replaces"),
		false,
	],
	["too large file", undefined, () => wrong("bytes", "too-large"), text("error.too-large"), false],
	["too many uploads", undefined, () => wrong("bytes", "too-many"), text("error.too-many"), true],
])("%s shows an error, and a retry button only if a retry may succeed", async (_name, replaces, answer, why, again) => {
	serve({ [list]: () => Response.json([]), "POST /admin/uploads": answer });
	open("/admin/media");
	await screen.findByText(text("empty"));
	act(() => addUploads([new File(["no image"], "a.png")], replaces));
	await vi.waitFor(() => expect(screen.getByText(text("up.refused", { why }))).toBeDefined());
	expect(screen.queryByRole("button", { name: text("upAgainName", { name: "a.png" }) }) !== null).toBe(again);
	act(() => uploads().forEach(removeUpload));
});

test("upload of a sanitized SVG lists the removed elements", async () => {
	const removed = ["<image href>", "<script>"];
	const upload = { id: "u1", bytes: 3, received: 3, file: mediaFile({ path: "uploads/a.svg" }), removed };
	serve({ [list]: () => Response.json([]), "POST /admin/uploads": () => Response.json(upload, { status: 201 }) });
	open("/admin/media");
	await screen.findByText(text("empty"));
	act(() => addUploads([new File(["svg"], "a.svg")]));
	expect(await screen.findByText(text("up.doneWithout", { removed: "<image href>, <script>" }))).toBeDefined();
	act(() => uploads().forEach(removeUpload));
});

test("file list shows a message about the deleted file", async () => {
	serve({
		[`GET ${one}`]: () => Response.json({ file: mediaFile(), used_on: [], used_in: [], widths: [] }),
		[`DELETE ${one}`]: () => new Response(null, { status: 204 }),
		[list]: () => Response.json([]),
	});
	open("/admin/media?file=uploads%2Fgate.png");
	fireEvent.click(await screen.findByRole("button", { name: text("removeName", { path: "uploads/gate.png" }) }));
	fireEvent.click(screen.getByRole("button", { name: text("remove") }));
	expect(await screen.findByText(text("removed", { path: "uploads/gate.png" }))).toBeDefined();
});
