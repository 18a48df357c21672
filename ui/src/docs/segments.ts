// Separate chunk for views that show both languages of a page. Most pages do not need these views.
export { withChanges } from "@/docs/changes";
export { parallelHtml } from "@/docs/parallel";
