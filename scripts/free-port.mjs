// Finds a free port of this machine.
import { createServer } from "node:net";

export function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer().on("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const { port } = probe.address();
			probe.close(() => resolve(port));
		});
	});
}
