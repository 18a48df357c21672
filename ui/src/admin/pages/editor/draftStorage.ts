// Durable browser storage for texts: a confirmed write survives a crash of the browser, which `localStorage` does not
// guarantee.

const store = "texts";
let opened: Promise<IDBDatabase> | undefined;

/** Stores a value under its `key`. */
export async function put(value: { key: string }): Promise<void> {
	await within("readwrite", (texts) => texts.put(value));
}

export async function remove(key: string): Promise<void> {
	await within("readwrite", (texts) => texts.delete(key));
}

export function all(): Promise<unknown[]> {
	return within("readonly", (texts) => texts.getAll());
}

async function within<T>(mode: IDBTransactionMode, act: (texts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
	const database = await open();
	return new Promise((resolve, reject) => {
		const transaction = database.transaction(store, mode, { durability: "strict" });
		const request = act(transaction.objectStore(store));
		transaction.oncomplete = () => resolve(request.result);
		transaction.onabort = () => reject(transaction.error);
	});
}

/** Opens the database once and reuses the connection; reopens it after an error or a close. */
function open(): Promise<IDBDatabase> {
	const forget = () => {
		opened = undefined;
	};
	opened ??= new Promise<IDBDatabase>((resolve, reject) => {
		const request = indexedDB.open("website_journal", 1);
		request.onupgradeneeded = () => void request.result.createObjectStore(store, { keyPath: "key" });
		request.onsuccess = () => {
			request.result.onclose = forget;
			resolve(request.result);
		};
		request.onerror = () => reject(request.error);
	}).catch((error: unknown) => {
		forget();
		throw error;
	});
	return opened;
}
