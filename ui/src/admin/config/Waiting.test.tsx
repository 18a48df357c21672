import { act, cleanup, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Waiting } from "@/admin/config/Waiting";
import type { ConfigValue } from "@/shared/http/types";
import { renderPage } from "@/testing/page";

function Once({ over }: { over: () => void }) {
	const [until] = useState(() => performance.now() + 2000);
	const [, setDrawn] = useState(0);
	return (
		<Waiting
			value={{} as ConfigValue}
			until={until}
			act={() => undefined}
			over={async () => {
				over();
				setDrawn(performance.now());
			}}
		/>
	);
}

afterEach(() => {
	cleanup();
	vi.useRealTimers();
});

test("end of the confirmation countdown is reported once", async () => {
	vi.useFakeTimers();
	const over = vi.fn();
	renderPage(<Once over={over} />, { path: "/admin" });
	expect(screen.getByRole("timer").textContent).toContain("2");
	await act(() => vi.advanceTimersByTimeAsync(10_000));
	expect(over).toHaveBeenCalledTimes(1);
});
