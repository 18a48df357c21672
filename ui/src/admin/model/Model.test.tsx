import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { modelText } from "@/admin/model/modelText";
import { bodiesOf, click, close, open, sent, serve, type, wrong } from "@/admin/testing";
import type { ModelState } from "@/shared/http/types";

const text = (key: Parameters<typeof modelText>[1], values = {}) => modelText("en-US", key, values);
const path = "/admin/assistant/model";
const state: ModelState = {
	settings: {
		is_on: false,
		base_url: "http://127.0.0.1:11434/v1",
		model: "qwen3",
		input_price: 0,
		output_price: 0,
		daily_tokens: 500000,
		daily_cost: null,
		visitor_answers: 20,
		prompt_tokens: 3000,
		answer_tokens: 700,
		connect_ms: 3000,
		first_token_ms: 20000,
		between_tokens_ms: 10000,
		total_ms: 60000,
		extra: "",
	},
	has_key: true,
	revision: "4",
	today: { answers: 3, input_tokens: 1200, output_tokens: 300, cost: 0.02, cut_prompts: 2 },
};

afterEach(() => {
	cleanup();
	close();
});

test("saving model settings sends the displayed revision", async () => {
	serve({ [`GET ${path}`]: () => Response.json(state), [`PUT ${path}`]: () => Response.json(state) });
	open("/admin/model");
	await type(text("total_ms"), "30.5");
	fireEvent.click(screen.getByLabelText(text("isOn")));
	await click(text("save"));
	expect(await screen.findByText(text("saved"))).toBeDefined();
	expect(bodiesOf(`PUT ${path}`)).toEqual([
		{ settings: { ...state.settings, is_on: true, total_ms: 30500 }, api_key: null },
	]);
	expect(sent.find(({ what }) => what === `PUT ${path}`)?.headers.get("if-match")).toBe('"4"');
	expect(screen.getByText(text("cut", { count: 2 }))).toBeDefined();
});

test("error of a setting is shown at the field", async () => {
	serve({ [`GET ${path}`]: () => Response.json(state), [`PUT ${path}`]: () => wrong("base_url", "private") });
	open("/admin/model");
	await click(text("save"));
	expect(await screen.findByText(text("error.private"))).toBeDefined();
});

test.each([
	["ok", text("test.ok")],
	["model-missing", text("test.model-missing", { model: "qwen3" })],
	["unreachable", text("test.unreachable")],
])("connection test shows the result: %s", async (code, sentence) => {
	serve({
		[`GET ${path}`]: () => Response.json(state),
		[`POST ${path}/test`]: () => Response.json({ code, detail: "", models: [] }),
	});
	open("/admin/model");
	await click(text("test"));
	expect(await screen.findByText(sentence)).toBeDefined();
});
