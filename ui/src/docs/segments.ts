// Separate chunk for views with both languages of a text, which most pages do not need.
export { withChanges } from "@/docs/changes";
export { parallelHtml } from "@/docs/parallel";
