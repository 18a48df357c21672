// State of the language model form, with the input as strings, and its conversion to settings.
import type { ModelChange, ModelSettings } from "@/shared/http/types";

const texts = ["base_url", "model", "extra"] as const;
const numbers = [
	"input_price",
	"output_price",
	"visitor_answers",
	"prompt_tokens",
	"answer_tokens",
	"daily_tokens",
	"daily_cost",
] as const;
/** Time limits, entered in seconds and stored in milliseconds. */
const times = ["connect_ms", "first_token_ms", "between_tokens_ms", "total_ms"] as const;

export type FieldName = (typeof texts)[number] | (typeof numbers)[number] | (typeof times)[number];

export interface ModelForm {
	is_on: boolean;
	/** New API key; the stored key is kept if this is empty. */
	api_key: string;
	removes_key: boolean;
	fields: Record<FieldName, string>;
}

export const fieldNames: FieldName[] = [...texts, ...numbers, ...times];

export function formOf(settings: ModelSettings): ModelForm {
	const { is_on, base_url, model, extra } = settings;
	const limit = (value: number | null) => (value === null ? "" : String(value));
	const seconds = (value: number) => String(value / 1000);
	const fields: Record<FieldName, string> = {
		base_url,
		model,
		extra,
		input_price: String(settings.input_price),
		output_price: String(settings.output_price),
		visitor_answers: String(settings.visitor_answers),
		prompt_tokens: String(settings.prompt_tokens),
		answer_tokens: String(settings.answer_tokens),
		daily_tokens: limit(settings.daily_tokens),
		daily_cost: limit(settings.daily_cost),
		connect_ms: seconds(settings.connect_ms),
		first_token_ms: seconds(settings.first_token_ms),
		between_tokens_ms: seconds(settings.between_tokens_ms),
		total_ms: seconds(settings.total_ms),
	};
	return { is_on, api_key: "", removes_key: false, fields };
}

/** Converts the form to the request. An empty limit means no limit. */
export function changeOf({ is_on, api_key, removes_key, fields }: ModelForm): ModelChange {
	const number = (name: FieldName) => Number(fields[name]);
	const limit = (name: FieldName) => (fields[name].trim() === "" ? null : number(name));
	const milliseconds = (name: FieldName) => Math.round(number(name) * 1000);
	const settings: ModelSettings = {
		is_on,
		base_url: fields.base_url,
		model: fields.model,
		extra: fields.extra,
		input_price: number("input_price"),
		output_price: number("output_price"),
		daily_tokens: limit("daily_tokens"),
		daily_cost: limit("daily_cost"),
		visitor_answers: number("visitor_answers"),
		prompt_tokens: number("prompt_tokens"),
		answer_tokens: number("answer_tokens"),
		connect_ms: milliseconds("connect_ms"),
		first_token_ms: milliseconds("first_token_ms"),
		between_tokens_ms: milliseconds("between_tokens_ms"),
		total_ms: milliseconds("total_ms"),
	};
	const key = api_key.trim();
	return { settings, api_key: key !== "" ? key : removes_key ? "" : null };
}
