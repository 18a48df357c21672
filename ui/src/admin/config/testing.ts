// A site file as the server returns it, for tests.
import { configText } from "@/admin/config/configText";
import type { ConfigValue } from "@/shared/http/types";

export const text = (key: Parameters<typeof configText>[1], values = {}) => configText("en-US", key, values);

export const sheet: ConfigValue = {
	name: "global_style.css",
	media_type: "text/css; charset=utf-8",
	revision: "3",
	version: 2,
	bytes: 10,
	author: "ann",
	changed_at: 0,
	confirm_in: null,
	due: null,
	due_at: null,
	body: "a { b: c }",
	broken_links: [],
};
