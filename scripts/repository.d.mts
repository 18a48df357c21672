export function makeRepository(folder: string, files: Record<string, string>): void;
export function commit(folder: string, message: string, files: Record<string, string>): void;
