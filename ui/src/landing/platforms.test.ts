import { expect, test } from "vitest";
import { bestFor, machineIn, platformName, systemIn } from "@/landing/platforms";
import type { Download } from "@/shared/http/types";

const file = (platform: string): Download => ({ url: `/${platform}`, name: platform, platform, size: 1, sha256: null });

test.each([
	["Mozilla/5.0 (X11; Linux x86_64)", "linux", "x64"],
	["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "windows", "x64"],
	["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "macos", undefined],
	["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "ios", undefined],
	["Mozilla/5.0 (Linux; Android 15; K)", "android", undefined],
	["Linux aarch64", "linux", "arm64"],
	["arm64", undefined, "arm64"],
	["", undefined, undefined],
])("operating system of %s is %s, architecture is %s", (words, system, machine) => {
	expect([systemIn(words), machineIn(words)]).toEqual([system, machine]);
});

test("download is selected only if exactly one platform matches", () => {
	const files = ["linux-x64", "linux-arm64", "windows-x64", ""].map(file);
	expect(bestFor({ name: "linux", machine: "arm64" }, files)?.platform).toBe("linux-arm64");
	expect(bestFor({ name: "linux" }, files)).toBeUndefined();
	expect(bestFor({ name: "windows" }, files)?.platform).toBe("windows-x64");
	expect(bestFor({ name: "macos" }, files)).toBeUndefined();
	expect(bestFor(undefined, files)).toBeUndefined();
});

test.each([
	["linux-x64", "Linux x64"],
	["macos-arm64", "macOS ARM64"],
	["windows", "Windows"],
	["linux-riscv64", "Linux riscv64"],
	["Amiga", "Amiga"],
	["", "Any platform"],
])("platform %s is called %s", (platform, name) => {
	expect(platformName("en-US", platform)).toBe(name);
});
