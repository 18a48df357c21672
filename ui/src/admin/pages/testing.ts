// Pages as the server returns them, for tests.
import type { AdminPage, AdminText, DraftSegment, WrittenPage, WrittenText } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

export function listed(locale: Locale, more: Partial<AdminText> = {}): AdminText {
	const segment = locale === "zh-CN" ? "zh" : "en";
	return {
		locale,
		path: "guide/start",
		url: `/index/${segment}/docs/guide/start`,
		title: locale === "zh-CN" ? "开始" : "Start",
		state: "published",
		visible_at: null,
		changed: false,
		publish_at: null,
		error: null,
		updated_at: Date.UTC(2026, 10, 21, 7, 40),
		author: "ann",
		outdated: 0,
		not_translated: 0,
		not_aligned: 0,
		source: null,
		...more,
	};
}

export function page(more: Partial<AdminPage> = {}): AdminPage {
	return {
		id: "p1",
		area: "docs",
		key: "guide/start",
		source_locale: "zh-CN",
		views: 12,
		zh: listed("zh-CN"),
		en: listed("en-US"),
		...more,
	};
}

export function segment(id: string, line: number, end_line: number, more: Partial<DraftSegment> = {}): DraftSegment {
	return {
		id,
		kind: "paragraph",
		line,
		end_line,
		counterparts: [],
		state: "up_to_date",
		section: null,
		may_acknowledge: false,
		acknowledged: null,
		kept: null,
		...more,
	};
}

export function writtenText(locale: Locale, text: string, more: Partial<WrittenText> = {}): WrittenText {
	const name = locale === "zh-CN" ? "zh" : "en";
	return {
		listed: listed(locale),
		revision: `${name}-1`,
		file: `${name}/guide/start.md`,
		text,
		published: null,
		segments: [],
		may_edit: true,
		...more,
	};
}

export function writtenPage(more: Partial<WrittenPage> = {}): WrittenPage {
	return {
		id: "p1",
		area: "docs",
		key: "guide/start",
		source_locale: "zh-CN",
		revision: "page-1",
		zh: writtenText("zh-CN", "# 开始\n\n第一段。\n"),
		en: writtenText("en-US", "# Start\n\nFirst.\n"),
		editing: [],
		publish_gate: { own: null, area: "alone" },
		parent: null,
		...more,
	};
}
