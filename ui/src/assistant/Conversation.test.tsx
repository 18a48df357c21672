import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { Conversation } from "@/assistant/Conversation";
import { loadHistory } from "@/assistant/history";
import { text } from "@/assistant/text";

afterEach(() => {
	cleanup();
	localStorage.clear();
	vi.unstubAllGlobals();
});

/** Asks a question, and stops the answer after its first part. */
async function askAndStop(embedded: boolean): Promise<{ wasAborted: () => boolean | undefined }> {
	const meta = { id: "a", state: "answered", mode: "model", locale: "en-US", citations: [] };
	const piece = { block: 1, kind: "paragraph", spans: [{ text: "Half of it." }], support: "uncited" };
	const events = `event: meta\ndata: ${JSON.stringify(meta)}\n\nevent: piece\ndata: ${JSON.stringify(piece)}\n\n`;
	let signal: AbortSignal | null | undefined;
	vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
		signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
		const body = new ReadableStream<Uint8Array>({
			start(controller) {
				controller.enqueue(new TextEncoder().encode(events));
				signal?.addEventListener("abort", () => controller.error(new DOMException("stopped", "AbortError")));
			},
		});
		return new Response(body, { headers: { "content-type": "text/event-stream" } });
	});
	const router = createMemoryRouter([{ path: "*", element: <Conversation embedded={embedded} /> }], {
		initialEntries: ["/en/assistant"],
	});
	render(<RouterProvider router={router} />);
	fireEvent.change(screen.getByLabelText(text("en-US", "question")), { target: { value: "how?" } });
	fireEvent.click(screen.getByRole("button", { name: text("en-US", "ask") }));
	expect(await screen.findByText("Half of it.", { exact: false })).toBeDefined();
	expect(screen.getByText(text("en-US", "modelWriting"))).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: text("en-US", "stop") }));
	return { wasAborted: () => signal?.aborted };
}

test("stop button cancels the request and keeps the partial answer", async () => {
	const { wasAborted } = await askAndStop(false);
	await waitFor(() => expect(wasAborted()).toBe(true));
	expect(screen.getByText("Half of it.", { exact: false })).toBeDefined();
	expect(screen.getByText(text("en-US", "notice.cut"))).toBeDefined();
	expect(screen.queryByRole("button", { name: text("en-US", "stop") })).toBeNull();
	expect(loadHistory().map(({ question }) => question)).toEqual(["how?"]);
});

test("embedded assistant stores no stopped answer", async () => {
	const { wasAborted } = await askAndStop(true);
	await waitFor(() => expect(wasAborted()).toBe(true));
	expect(screen.getByText(text("en-US", "notice.cut"))).toBeDefined();
	expect(loadHistory()).toEqual([]);
});
