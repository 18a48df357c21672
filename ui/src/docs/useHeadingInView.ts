import { useEffect, useState } from "react";
import type { Heading } from "@/shared/http/types";

/** Id of the current section: the last heading in the upper third of the window or above it, else the first heading. */
export function useHeadingInView(headings: Heading[]): string | undefined {
	const [current, setCurrent] = useState<string>();
	const ids = headings.map(({ id }) => id).join(" ");

	useEffect(() => {
		const elements = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
		const look = () => setCurrent(elements.findLast(hasPassed)?.id ?? elements[0]?.id);
		// The observer only triggers the update; the current section is computed from the positions.
		const observer = new IntersectionObserver(look, { rootMargin: "0px 0px -66% 0px" });
		for (const element of elements) observer.observe(element);
		return () => observer.disconnect();
	}, [ids]);

	return current;
}

function hasPassed(element: HTMLElement): boolean {
	return element.getBoundingClientRect().top < innerHeight / 3;
}
