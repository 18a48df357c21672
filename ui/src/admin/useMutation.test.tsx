import { clearToken, setToken } from "@pailou/core";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { close, sent, serve, user } from "@/admin/testing";
import { failureOf, useMutation } from "@/admin/useMutation";
import { ProblemError } from "@/shared/http/api";
import { registerLoginForm, rememberName } from "@/shared/login/session";

const over = () => new ProblemError({ type: "", title: "", status: 401, detail: "", code: "unauthorized", errors: [] });

function Form({ request }: { request: () => Promise<void> }) {
	const [sending, send] = useMutation();
	return (
		<button type="button" onClick={() => void send(request)}>
			{failureOf("en-US", sending) ?? sending.state}
		</button>
	);
}

function press() {
	return act(async () => fireEvent.click(screen.getByRole("button")));
}

/** Logged-in user in the responses of the test server. */
let loggedInUser = user;

beforeEach(() => {
	loggedInUser = user;
	serve({ "GET /me": () => Response.json(loggedInUser) });
});
afterEach(() => {
	close();
	clearToken();
});

test("request rejected with 401 is repeated once after a login", async () => {
	const ask = vi.fn();
	const stop = registerLoginForm(ask);
	const request = vi.fn<() => Promise<void>>().mockRejectedValueOnce(over()).mockResolvedValue(undefined);
	rememberName("ann");
	render(<Form request={request} />);
	await press();
	expect([request.mock.calls.length, ask.mock.calls.length]).toEqual([1, 1]);
	expect(screen.getByRole("button").textContent).toContain("Your session has expired.");
	await act(async () => setToken("new"));
	await waitFor(() => expect(screen.getByRole("button").textContent).toBe("ready"));
	expect(request).toHaveBeenCalledTimes(2);
	// The request is retried only once.
	await act(async () => {
		clearToken();
		setToken("newer");
	});
	expect(request).toHaveBeenCalledTimes(2);
	stop();
});

test("request is not repeated for another user, after a success, or after leaving the page", async () => {
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
	close();
	await act(async () => setToken("of ann again"));
	expect(request).toHaveBeenCalledTimes(4);
});

test("request of one user is not sent under another account", async () => {
	const ask = vi.fn();
	const stop = registerLoginForm(ask);
	const request = vi.fn<() => Promise<void>>().mockRejectedValueOnce(over()).mockResolvedValue(undefined);
	rememberName("ann");
	render(<Form request={request} />);
	await press();
	const refused = screen.getByRole("button").textContent;
	loggedInUser = { ...user, id: "2", name: "ben" };
	// The token of another user is stored, but the page has not loaded that user yet.
	await act(async () => setToken("of ben"));
	await waitFor(() => expect(sent.map(({ what }) => what)).toEqual(["GET /me"]));
	await waitFor(() => expect(screen.getByRole("button").textContent).toBe(refused));
	expect([request.mock.calls.length, ask.mock.calls.length]).toEqual([1, 1]);
	await press();
	expect(request).toHaveBeenCalledTimes(2);
	expect(screen.getByRole("button").textContent).toBe("ready");
	stop();
});

test("request is not repeated if the page is left while the user is being loaded", async () => {
	const request = vi.fn<() => Promise<void>>().mockRejectedValue(over());
	const answers: ((response: Response) => void)[] = [];
	serve({ "GET /me": () => new Promise((resolve) => answers.push(resolve)) });
	rememberName("ann");
	const { unmount } = render(<Form request={request} />);
	await press();
	await act(async () => setToken("of ann"));
	await waitFor(() => expect(answers).toHaveLength(1));
	unmount();
	const read = vi.spyOn(Response.prototype, "text");
	await act(async () => answers[0]?.(Response.json(user)));
	await waitFor(() => expect(read).toHaveResolved());
	read.mockRestore();
	expect(request).toHaveBeenCalledTimes(1);
});
