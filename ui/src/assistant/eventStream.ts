// Server-sent events of a `fetch` response (WHATWG HTML, section 9.2). `EventSource` cannot send a request body.

export interface ServerEvent {
	event: string;
	data: string;
}

/** Parses the events of a byte stream. A character may be split between two chunks. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let rest = "";
	let event = "message";
	let data: string[] = [];
	try {
		for (;;) {
			const { done, value } = await reader.read();
			rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
			const lines = rest.split(/\r\n|\n|\r/);
			// The last line may continue in the next chunk.
			rest = done ? "" : (lines.pop() ?? "");
			for (const line of lines) {
				if (line === "") {
					if (data.length > 0) yield { event, data: data.join("\n") };
					event = "message";
					data = [];
				} else if (line.startsWith("event:")) event = line.slice(6).trim();
				else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
			}
			if (done) return;
		}
	} finally {
		await reader.cancel();
	}
}
