import { routePath } from "@/shared/address";

/** Returns the decoded path in the documentation: `/index/en/docs/guide/start` → `guide/start`. */
export function pathInDocs(url: string): string {
	const [pathname = ""] = routePath(url).split(/[?#]/, 1);
	const path = pathname.replace(/^\/(?:zh\/|en\/)?docs\/?/, "");
	return path.split("/").map(decodeURIComponent).join("/");
}
