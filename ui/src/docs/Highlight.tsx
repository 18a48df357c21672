import { marked, markedAt, type Part } from "@/docs/marked";
import type { Hit } from "@/shared/http/types";

/**
 * Search hit. `marks` are the positions of the search terms in the snippet, in UTF-16 code units, if the server returns
 * them.
 */
type HitWithMarks = Hit & { marks?: [number, number][] | null };

/** Highlights the search terms in a title or heading. */
export function Highlight({ hit, children }: { hit: Hit | undefined; children: string }) {
	return <Parts parts={marked(children, hit?.matched.map(([, found]) => found) ?? [])} />;
}

export function Snippet({ hit }: { hit: HitWithMarks }) {
	const { snippet, marks } = hit;
	if (!marks) return <Highlight hit={hit}>{snippet}</Highlight>;
	return <Parts parts={markedAt(snippet, marks)} />;
}

function Parts({ parts }: { parts: Part[] }) {
	// biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are identified by their order.
	return parts.map((part, index) => (part.marked ? <mark key={index}>{part.text}</mark> : part.text));
}
