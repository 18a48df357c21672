import { expect, test } from "vitest";
import { configText as text } from "@/admin/config/configText";

test.each(["zh-CN", "en-US"] as const)("accessible names in %s start with the button labels", (locale) => {
	for (const label of ["show", "take", "restore"] as const) {
		const name = text(locale, `${label}Name`, { number: 6 });
		expect(name.startsWith(text(locale, label)), name).toBe(true);
	}
});
