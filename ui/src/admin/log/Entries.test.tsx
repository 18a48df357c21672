import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { Entries } from "@/admin/log/Entries";
import type { LogEntry } from "@/shared/http/types";
import { chooseLocale, type Locale } from "@/shared/i18n/locale";

afterEach(cleanup);

const entry: LogEntry = {
	id: 1,
	at: 0,
	actor: "rev",
	actor_id: "01k",
	current_name: null,
	token: "",
	action: "page-made",
	subject: "docs/en/new",
	before: null,
	after: null,
	address: "192.0.2.1",
	agent: "curl/8",
};

function show(locale: Locale, part: Partial<LogEntry>) {
	chooseLocale(locale);
	render(
		<MemoryRouter initialEntries={["/admin/log"]}>
			<Entries entries={[{ ...entry, ...part }]} />
		</MemoryRouter>,
	);
}

const bot = "pages writer";

test.each<[part: Partial<LogEntry>, en: string, zh: string]>([
	[{}, "rev", "rev"],
	[{ current_name: "Ren é" }, "rev, now Ren é", "rev（现名 Ren é）"],
	[{ token: bot }, "rev, with the token “pages writer”", "rev，使用令牌“pages writer”"],
	[
		{ current_name: "Ren é", token: bot },
		"rev, now Ren é, with the token “pages writer”",
		"rev（现名 Ren é），使用令牌“pages writer”",
	],
	[{ actor: "", actor_id: "" }, "Unknown user", "未知用户"],
	[{ actor: "", actor_id: "", agent: "cli", address: "" }, "Command line", "命令行"],
	[{ actor: "", actor_id: "", agent: "git", address: "" }, "Git source", "Git 来源"],
	// With a client address, `cli` is not the command line but the `User-Agent` header of a client.
	[{ actor: "", actor_id: "", agent: "cli" }, "Unknown user", "未知用户"],
])("audit log entry %j shows the author %s", (part, en, zh) => {
	show("en-US", part);
	expect(screen.getByRole("cell", { name: en })).toBeTruthy();
	cleanup();
	show("zh-CN", part);
	expect(screen.getByRole("cell", { name: zh })).toBeTruthy();
});
