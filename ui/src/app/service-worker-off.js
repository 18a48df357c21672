// Sent where the site keeps nothing for reading without a network: takes back what an earlier worker has kept.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
	const names = await caches.keys();
	await Promise.all(names.filter((name) => name.startsWith("pailou-")).map((name) => caches.delete(name)));
	await registration.unregister();
}
