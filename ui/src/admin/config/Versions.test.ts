import { expect, test } from "vitest";
import { configText as text } from "@/admin/config/configText";

test.each(["zh-CN", "en-US"] as const)("what is called out begins with what stands on a button, in %s", (locale) => {
	for (const label of ["show", "take", "restore"] as const) {
		const name = text(locale, `${label}Name`, { number: 6 });
		expect(name.startsWith(text(locale, label)), name).toBe(true);
	}
});
