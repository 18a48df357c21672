// Files for tests, and a fake server for resumable uploads.
import { vi } from "vitest";
import { problem } from "@/admin/testing";
import type { MediaFile, Upload } from "@/shared/http/types";

export function mediaFile(more: Partial<MediaFile> = {}): MediaFile {
	return {
		path: "uploads/gate.png",
		url: "/index/media/uploads/gate.png",
		media_type: "image/png",
		class: "image",
		bytes: 12_000,
		width: 1200,
		height: 600,
		revision: "r1",
		alt_text: { "zh-CN": "", "en-US": "", decorative: false },
		source: null,
		author: "ann",
		changed_at: 0,
		uses: 0,
		...more,
	};
}

interface ReceivedRequest {
	what: string;
	offset: number;
	bytes: number;
}

/**
 * Simulated result of a request. `through`: success; `lost`: the response is lost; `broken`: the request is lost. A
 * `Response` is sent instead of the normal response.
 */
export type PartOutcome = "through" | "lost" | "broken" | Response;

export interface UploadServer {
	requests: ReceivedRequest[];
	/** Results of the next requests, in order. */
	outcomes: PartOutcome[];
	/** Content that the server has received. */
	received: () => string;
}

/** Simulates the upload endpoints for one file, which is stored under its name. */
export function serveUploads(): UploadServer {
	const requests: ReceivedRequest[] = [];
	const outcomes: PartOutcome[] = [];
	let upload: Upload | undefined;
	let name = "";
	let received = "";

	async function answer(method: string, url: URL, body: Blob | string): Promise<Response> {
		if (method === "POST") {
			const begun: { name: string; bytes: number } = JSON.parse(String(body));
			name = begun.name;
			received = "";
			upload = { id: "u1", bytes: begun.bytes, received: 0, file: null, removed: [] };
			return Response.json(upload, { status: 201 });
		}
		if (!upload) return problem(404, "not-found");
		if (method === "DELETE") {
			upload = undefined;
			return new Response(null, { status: 204 });
		}
		if (method === "PUT") {
			const at = Number(url.searchParams.get("offset"));
			if (at !== received.length || upload.file)
				return problem(422, "invalid", { errors: [{ field: "offset", code: "unexpected", detail: "" }] });
			received += await textOf(body);
			upload = { ...upload, received: received.length };
			if (received.length === upload.bytes) upload = { ...upload, file: mediaFile({ path: `uploads/${name}` }) };
		}
		return Response.json(upload);
	}

	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = input instanceof Request ? input : undefined;
		const url = new URL(request?.url ?? String(input), "http://localhost");
		const method = request?.method ?? init?.method ?? "GET";
		const body = request ? await request.text() : init?.body instanceof Blob ? init.body : String(init?.body ?? "");
		const bytes = body instanceof Blob ? body.size : body.length;
		requests.push({
			what: `${method} ${url.pathname.split("/").at(-1)}`,
			offset: Number(url.searchParams.get("offset")),
			bytes,
		});
		const outcome = outcomes.shift() ?? "through";
		if (outcome === "broken") throw new TypeError("Failed to fetch");
		if (outcome instanceof Response) return outcome;
		const answered = await answer(method, url, body);
		if (outcome === "lost") throw new TypeError("Failed to fetch");
		return answered;
	});
	return { requests, outcomes, received: () => received };
}

/** jsdom's `Blob` has no `text` method. */
function textOf(body: Blob | string): Promise<string> {
	if (typeof body === "string") return Promise.resolve(body);
	return new Promise((done, failed) => {
		const reader = new FileReader();
		reader.onload = () => done(String(reader.result));
		reader.onerror = () => failed(reader.error);
		reader.readAsText(body);
	});
}
