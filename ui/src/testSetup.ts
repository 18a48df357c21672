// Settings of all tests of the user interface. The timeout only ends tests that wait for an event that does not occur.
import { configure, getConfig } from "@testing-library/react";

const { asyncWrapper } = getConfig();
// The original function, because some tests replace timers.
const wait = setImmediate;

configure({
	asyncUtilTimeout: 30_000,
	// React may render one response in two steps, for example new content first and its enabled buttons later. A click
	// between the steps would have no effect. React's scheduler uses `setImmediate`, so two rounds are enough: the first
	// starts a pending step, and the second ends it.
	asyncWrapper: (act) =>
		asyncWrapper(async () => {
			const result = await act();
			for (let round = 0; round < 2; round++) await new Promise((resolve) => void wait(resolve));
			return result;
		}),
});
