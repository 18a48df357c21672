import { render } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { Commands } from "@/admin/Commands";
import { close, user } from "@/admin/testing";

afterEach(close);

/** Dispatches `event` before the effects that run after the display. */
function Press({ event }: { event: KeyboardEvent }) {
	useLayoutEffect(() => void document.documentElement.dispatchEvent(event), [event]);
	return null;
}

test("Ctrl+K is handled as soon as the button is displayed", () => {
	const event = new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true, cancelable: true });
	// The open dialog prevents the palette from being loaded.
	render(
		<MemoryRouter>
			<dialog open />
			<Commands user={user} />
			<Press event={event} />
		</MemoryRouter>,
	);
	expect(event.defaultPrevented).toBe(true);
});
