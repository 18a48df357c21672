import { clearToken, setToken } from "@pailou/core";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { failureOf, useSending } from "@/admin/useSending";
import { ProblemError } from "@/shared/api";
import { onAskAgain, rememberName } from "@/shared/login/session";

const over = () => new ProblemError({ type: "", title: "", status: 401, detail: "", code: "unauthorized", errors: [] });

function Form({ request }: { request: () => Promise<void> }) {
	const [sending, send] = useSending();
	return (
		<button type="button" onClick={() => void send(request)}>
			{failureOf("en-US", sending) ?? sending.state}
		</button>
	);
}

function press() {
	return act(async () => fireEvent.click(screen.getByRole("button")));
}

afterEach(() => {
	cleanup();
	clearToken();
});

test("what came to nothing because the login had ended is sent again once the same person is back", async () => {
	const ask = vi.fn();
	const stop = onAskAgain(ask);
	const request = vi.fn<() => Promise<void>>().mockRejectedValueOnce(over()).mockResolvedValue(undefined);
	rememberName("ann");
	render(<Form request={request} />);
	await press();
	expect([request.mock.calls.length, ask.mock.calls.length]).toEqual([1, 1]);
	expect(screen.getByRole("button").textContent).toContain("Your login has ended.");
	await act(async () => setToken("new"));
	expect(request).toHaveBeenCalledTimes(2);
	expect(screen.getByRole("button").textContent).toBe("ready");
	// Once.
	await act(async () => {
		clearToken();
		setToken("newer");
	});
	expect(request).toHaveBeenCalledTimes(2);
	stop();
});

test("it is not sent for somebody else, nor when it has been sent otherwise, nor from a page that was left", async () => {
	const request = vi.fn<() => Promise<void>>().mockRejectedValue(over());
	rememberName("ann");
	render(<Form request={request} />);
	await press();
	rememberName("ben");
	await act(async () => setToken("of ben"));
	expect(request).toHaveBeenCalledTimes(1);

	clearToken();
	rememberName("ann");
	await press();
	request.mockResolvedValue(undefined);
	await press();
	await act(async () => setToken("of ann"));
	expect(request).toHaveBeenCalledTimes(3);

	clearToken();
	request.mockRejectedValue(over());
	await press();
	cleanup();
	await act(async () => setToken("of ann again"));
	expect(request).toHaveBeenCalledTimes(4);
});
