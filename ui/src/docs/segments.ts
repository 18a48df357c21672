// Views with both languages of a text, as a separate chunk that most pages do not need.
export { withChanges } from "@/docs/changes";
export { parallelHtml } from "@/docs/parallel";
