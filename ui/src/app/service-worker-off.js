// Service worker for sites without offline reading: deletes the caches of an earlier service worker and unregisters
// itself.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
	const names = await caches.keys();
	await Promise.all(names.filter((name) => name.startsWith("pailou-")).map((name) => caches.delete(name)));
	await registration.unregister();
}
