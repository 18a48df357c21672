import { routePath } from "@/shared/address";

/** `/index/en/docs/guide/start` → `guide/start`, decoded. */
export function pathInDocs(url: string): string {
	const [pathname = ""] = routePath(url).split(/[?#]/, 1);
	const path = pathname.replace(/^\/(?:zh\/|en\/)?docs\/?/, "");
	return path.split("/").map(decodeURIComponent).join("/");
}
