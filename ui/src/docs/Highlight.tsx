import { marked, markedAt, type Part } from "@/docs/marked";
import type { Hit } from "@/shared/http/types";

/** Where in the snippet the words stand, in UTF-16 units, where the server says so. */
type Found = Hit & { marks?: [number, number][] | null };

/** The words asked for, in a title or heading. */
export function Highlight({ hit, children }: { hit: Hit | undefined; children: string }) {
	return <Parts parts={marked(children, hit?.matched.map(([, found]) => found) ?? [])} />;
}

export function Snippet({ hit }: { hit: Found }) {
	const { snippet, marks } = hit;
	if (!marks) return <Highlight hit={hit}>{snippet}</Highlight>;
	return <Parts parts={markedAt(snippet, marks)} />;
}

function Parts({ parts }: { parts: Part[] }) {
	// biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity than their order.
	return parts.map((part, index) => (part.marked ? <mark key={index}>{part.text}</mark> : part.text));
}
