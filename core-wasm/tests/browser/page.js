// Functions with which tests change the page: fetch, storage, cookies, another tab.

const realFetch = globalThis.fetch;
const realStorage = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
const realSetItem = Storage.prototype.setItem;
let calls = [];

/** Replaces `fetch` by a function with this body. Its parameters are `url`, `init`, and the call number `n`. */
export function answerWith(source) {
	const answer = new Function("url", "init", "n", source);
	calls = [];
	globalThis.fetch = async (url, init) => {
		calls.push({ url, headers: new Headers(init?.headers), init });
		return answer(url, init, calls.length);
	};
}

export function callCount() {
	return calls.length;
}

export function sentHeader(name) {
	return calls.at(-1).headers.get(name) ?? undefined;
}

export function sentUrl() {
	return calls.at(-1).url;
}

export function restorePage() {
	globalThis.fetch = realFetch;
	Object.defineProperty(globalThis, "localStorage", realStorage);
	Storage.prototype.setItem = realSetItem;
	document.querySelector("base")?.remove();
	for (const pair of document.cookie.split("; ")) expire(pair.split("=")[0]);
}

function expire(name) {
	setCookie(`${name}=; Max-Age=0; Path=/`);
}

export function setCookie(cookie) {
	// biome-ignore lint/suspicious/noDocumentCookie: the core reads document.cookie.
	document.cookie = cookie;
}

export function blockStorage() {
	const get = () => {
		throw new DOMException("The request is denied", "SecurityError");
	};
	Object.defineProperty(globalThis, "localStorage", { configurable: true, get });
}

export function removeStorage() {
	Object.defineProperty(globalThis, "localStorage", { configurable: true, value: null });
}

export function fillStorage() {
	Storage.prototype.setItem = () => {
		throw new DOMException("full", "QuotaExceededError");
	};
}

/** Runs code in a frame of the same origin: its storage changes cause the same events as those of another tab. */
export function inOtherTab(source) {
	const frame = document.createElement("iframe");
	document.body.append(frame);
	new Function("localStorage", source)(frame.contentWindow.localStorage);
	return new Promise((resolve) => {
		setTimeout(() => {
			frame.remove();
			resolve();
		}, 100);
	});
}

export function addForeignBase() {
	const base = document.createElement("base");
	base.href = "https://elsewhere.example/";
	document.head.append(base);
}

/** Creates a listener that records its events. */
export function listener() {
	const heard = (event) => {
		heard.events.push(event);
	};
	heard.events = [];
	return heard;
}

export function heard(listener) {
	return JSON.stringify(listener.events);
}

export function throwingListener() {
	return () => {
		throw new Error("a listener that fails");
	};
}

/** Returns the outcome of a promise as one line of text. */
export async function outcome(promise) {
	try {
		const value = await promise;
		if (value instanceof Response) return `Response ${value.status}`;
		return JSON.stringify(value);
	} catch (error) {
		return error instanceof Error || error instanceof DOMException
			? `${error.name}: ${error.message}`
			: `thrown ${error}`;
	}
}

/** Response of the fake `fetch`, for comparison with the response of `send`. */
export function rememberedAnswer() {
	return globalThis.remembered;
}

export async function responseOf(promise) {
	return promise.catch((error) => error.response);
}

export function evaluate(source) {
	return new Function(`return ${source}`)();
}

export function blobUrl(text) {
	return URL.createObjectURL(new Blob([text], { type: "application/json" }));
}
