export const flags: string[];
export function findChromium(): string;
export function findHeadlessShell(): string;
