// Settings of all tests of the user interface. The limits only end a test that waits for something that never comes.
import { configure, getConfig } from "@testing-library/react";

const { asyncWrapper } = getConfig();
// The original, because some tests replace the clock.
const wait = setImmediate;

configure({
	asyncUtilTimeout: 30_000,
	// React may render one response in two steps, for example the new content, and then its buttons as enabled. The
	// scheduler of React uses `setImmediate`, so a test that goes on here sees the last step: the first round lets React
	// start a step that is due, and the second one ends it. Without this, a click between both steps has no effect.
	asyncWrapper: (act) =>
		asyncWrapper(async () => {
			const result = await act();
			for (let round = 0; round < 2; round++) await new Promise((resolve) => void wait(resolve));
			return result;
		}),
});
