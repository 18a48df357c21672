// What is shown of both languages within a text. Most pages need nothing of it.
export { withChanges } from "@/docs/changes";
export { parallelHtml } from "@/docs/parallel";
