// Editing session of a page: both languages and the preview, with synchronized scrolling.

import { type Author, type DocumentSession, documentSession } from "@/admin/pages/editor/documentSession";
import { counterpartOf, segmentAt } from "@/admin/pages/editor/segments";
import type { Command } from "@/admin/pages/editor/textEditor";
import { otherOf, type Segment, segments } from "@/admin/pages/language";
import type { DraftSegment, WrittenPage } from "@/shared/http/types";

/** A pane of the editor: a language or the preview. The other panes follow the pane that the user scrolls. */
export type PaneName = Segment | "preview";

export interface PageSession {
	at: (segment: Segment) => DocumentSession | undefined;
	setScrollLeader: (place: PaneName) => void;
	scrollLeader: () => PaneName | undefined;
	/** Scrolls to a segment and moves the caret there. Returns the language that contains the segment, if any. */
	open: (id: string) => Segment | undefined;
	/** Adds a language that was created after the page was opened. */
	add: (page: WrittenPage, segment: Segment) => void;
	stop: () => void;
}

/** Creates the session of a page. `by` is the user who edits it; `command` handles shortcuts of the text editors. */
export function pageSession(
	page: WrittenPage,
	by: Author,
	command: (segment: Segment, name: Command) => void,
): PageSession {
	const sessions = new Map<Segment, DocumentSession>();
	let leader: PaneName | undefined;

	function add(page: WrittenPage, segment: Segment): void {
		const written = page[segment];
		if (!written || sessions.has(segment)) return;
		const session: DocumentSession = documentSession(page.id, segment, by, written, {
			moved: (here) => moved(segment, here),
			scrolled: (line) => leader === segment && scrolled(segment, line),
			command: (name) => command(segment, name),
		});
		sessions.set(segment, session);
	}

	function moved(segment: Segment, here: DraftSegment | undefined): void {
		const own = sessions.get(segment);
		const other = sessions.get(otherOf(segment));
		own?.mark(here);
		if (!own || !other) return;
		const found = here && counterpartOf(own.segments(), here, other.segments());
		other.mark(found?.isExact ? found.segment : undefined);
		if (found) other.reveal(found.segment.line, "nearest");
	}

	function scrolled(segment: Segment, line: number): void {
		const own = sessions.get(segment);
		const other = sessions.get(otherOf(segment));
		const here = own && segmentAt(own.segments(), line);
		const found = here && other && counterpartOf(own.segments(), here, other.segments());
		if (found) other.reveal(found.segment.line, "top");
	}

	for (const segment of segments) add(page, segment);
	return {
		at: (segment) => sessions.get(segment),
		setScrollLeader(place) {
			leader = place;
		},
		scrollLeader: () => leader,
		open(id) {
			for (const own of sessions.values()) {
				const found = own.segments().find((segment) => segment.id === id);
				if (!found) continue;
				leader = own.segment;
				own.reveal(found.line, "caret");
				moved(own.segment, found);
				return own.segment;
			}
			return undefined;
		},
		add,
		stop() {
			for (const own of sessions.values()) own.stop();
		},
	};
}
