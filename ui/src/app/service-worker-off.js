// Sent if offline reading is disabled: deletes the caches of an earlier service worker and unregisters it.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
	const names = await caches.keys();
	await Promise.all(names.filter((name) => name.startsWith("pailou-")).map((name) => caches.delete(name)));
	await registration.unregister();
}
