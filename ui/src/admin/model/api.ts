// Requests to the admin API of the assistant's language model.
import { confirmed } from "@/admin/confirm";
import { change, get, post } from "@/shared/http/api";
import type { ModelChange, ModelState, ModelTest } from "@/shared/http/types";

const path = "/api/v1/admin/assistant/model";

export function model(signal?: AbortSignal): Promise<ModelState> {
	return get<ModelState>(path, signal);
}

export function changeModel(revision: string, modelChange: ModelChange): Promise<ModelState> {
	return confirmed(() => change<ModelState>("PUT", path, modelChange, [["if-match", `"${revision}"`]]));
}

export function testModel(): Promise<ModelTest> {
	return post<ModelTest>(`${path}/test`, {});
}
