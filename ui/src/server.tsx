// The server bundle: one ES module for the embedded engine. The stand-ins come first.
import "@/shared/server/web";

export { patterns } from "@/app/patterns";
export { render } from "@/app/render";
