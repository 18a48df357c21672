// Server bundle: one ES module for the embedded engine. The polyfill must be imported first.
import "@/shared/server/web";

export { patterns } from "@/app/patterns";
export { render } from "@/app/render";
