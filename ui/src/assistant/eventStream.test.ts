import { expect, test } from "vitest";
import { readEvents, type ServerEvent } from "@/assistant/eventStream";

/** Parses the events of a text that arrives in chunks of `size` bytes. */
async function events(text: string, size: number): Promise<ServerEvent[]> {
	const bytes = new TextEncoder().encode(text);
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
			controller.close();
		},
	});
	const all = [];
	for await (const event of readEvents(body)) all.push(event);
	return all;
}

test.each([1, 2, 3, 7, 1000])("server-sent events are read from chunks of %i bytes", async (size) => {
	const text = ': hb\n\nevent: delta\ndata: {"text":"超时 🙂"}\n\nevent: done\ndata: {}\n\n';
	expect(await events(text, size)).toEqual([
		{ event: "delta", data: '{"text":"超时 🙂"}' },
		{ event: "done", data: "{}" },
	]);
});

test("incomplete server-sent event is dropped", async () => {
	expect(await events("event: done\ndata: {", 4)).toEqual([]);
});
