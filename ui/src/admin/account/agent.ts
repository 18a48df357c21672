// Short form of a user agent string, such as `Firefox, Linux`.

// The order matters: most user agent strings also contain names from further down in this list.
const browsers: [pattern: RegExp, name: string][] = [
	[/\bMicroMessenger\//, "WeChat"],
	[/\b(Edg|EdgA|EdgiOS)\//, "Edge"],
	[/\b(OPR|Opera)\//, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\b(Firefox|FxiOS)\//, "Firefox"],
	[/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
	[/\bSafari\//, "Safari"],
	[/^curl\//, "curl"],
];

const systems: [pattern: RegExp, name: string][] = [
	[/\b(iPhone|iPad|iPod)\b/, "iOS"],
	[/\bAndroid\b/, "Android"],
	[/\bHarmonyOS\b|\bOpenHarmony\b/, "HarmonyOS"],
	[/\bWindows\b/, "Windows"],
	[/\bMacintosh\b|\bMac OS X\b/, "macOS"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bLinux\b/, "Linux"],
];

/** Returns the recognized browser and operating system; if neither is recognized, the beginning of the string. */
export function readAgent(agent: string): string[] {
	const known = [browsers, systems].flatMap((names) => {
		const found = names.find(([pattern]) => pattern.test(agent));
		return found ? [found[1]] : [];
	});
	return known.length > 0 || agent === "" ? known : [agent.slice(0, 60)];
}
