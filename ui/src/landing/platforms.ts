// Selects the download for the visitor's system. The detection can be wrong, so all files stay available.
import { text } from "@/landing/text";
import type { Download } from "@/shared/http/types";
import type { Locale } from "@/shared/i18n/locale";

export interface System {
	name: string;
	/** `x64` or `arm64`; undefined if the browser does not report it. */
	machine?: string | undefined;
}

interface PlatformHints {
	platform?: string;
	getHighEntropyValues?: (names: string[]) => Promise<{ architecture?: string; bitness?: string }>;
}

/** Detects the system from client hints (WICG) or the user agent string; undefined for an unknown system. */
export async function platformOf(navigator: Navigator): Promise<System | undefined> {
	const hints = (navigator as Navigator & { userAgentData?: PlatformHints }).userAgentData;
	const name = systemIn(`${hints?.platform ?? ""} ${navigator.userAgent}`);
	if (!name) return undefined;
	const values = await hints?.getHighEntropyValues?.(["architecture", "bitness"]).catch(() => undefined);
	const machine = values?.architecture ? `${values.architecture}${values.bitness ?? ""}` : navigator.userAgent;
	return { name, machine: machineIn(machine) };
}

export function systemIn(words: string): string | undefined {
	if (/android/i.test(words)) return "android";
	if (/iphone|ipad|ipod/i.test(words)) return "ios";
	if (/windows|win32|win64/i.test(words)) return "windows";
	if (/mac/i.test(words)) return "macos";
	if (/linux|x11|cros/i.test(words)) return "linux";
	return undefined;
}

export function machineIn(words: string): string | undefined {
	if (/aarch64|arm64|arm_?64|armv8/i.test(words)) return "arm64";
	if (/x86_64|x64|amd64|win64|x86-?64|wow64/i.test(words)) return "x64";
	return undefined;
}

/** Returns the file for the system and its architecture, or else the only file for the system; otherwise undefined. */
export function bestFor(system: System | undefined, files: Download[]): Download | undefined {
	if (!system) return undefined;
	const own = files.filter(({ platform }) => systemIn(platform) === system.name);
	const exact = own.find(({ platform }) => system.machine && machineIn(platform) === system.machine);
	return exact ?? (own.length === 1 ? own[0] : undefined);
}

const names: Record<string, string> = {
	linux: "Linux",
	macos: "macOS",
	windows: "Windows",
	android: "Android",
	ios: "iOS",
};

/** Formats a platform: `linux-arm64` → `Linux ARM64`. Unknown parts are unchanged. */
export function platformName(locale: Locale, platform: string): string {
	if (platform === "" || platform === "any") return text(locale, "platformAny");
	const [system = "", ...rest] = platform.split("-");
	const name = names[systemIn(system) ?? ""];
	if (!name) return platform;
	const machine = rest.join("-");
	const machines: Record<string, string> = { x64: "x64", arm64: "ARM64" };
	return machine === "" ? name : `${name} ${machines[machineIn(machine) ?? ""] ?? machine}`;
}
