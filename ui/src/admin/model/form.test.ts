import { expect, test } from "vitest";
import { changeOf, formOf } from "@/admin/model/form";
import type { ModelSettings } from "@/shared/http/types";

const settings: ModelSettings = {
	is_on: true,
	base_url: "https://api.deepseek.com",
	model: "deepseek-chat",
	input_price: 0.27,
	output_price: 1.1,
	daily_tokens: null,
	daily_cost: 2,
	visitor_answers: 20,
	prompt_tokens: 3000,
	answer_tokens: 700,
	connect_ms: 3000,
	first_token_ms: 20000,
	between_tokens_ms: 1500,
	total_ms: 60000,
	extra: "",
};

test("language model settings round-trip through the form", () => {
	expect(changeOf(formOf(settings))).toEqual({ settings, api_key: null });
	expect(formOf(settings).fields.between_tokens_ms).toBe("1.5");
});

test.each<[string, string, boolean, string | null]>([
	["empty API key keeps the stored key", " ", false, null],
	["new API key replaces the stored key", " sk-1 ", true, "sk-1"],
	["stored API key is deleted", "", true, ""],
])("%s", (_name, api_key, removes_key, sent) => {
	expect(changeOf({ ...formOf(settings), api_key, removes_key }).api_key).toBe(sent);
});
