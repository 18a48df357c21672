// Parsing of JSON fields. A value of the wrong type is replaced by an empty object or an empty string.

export function fieldsOf(value: unknown): Record<string, unknown> {
	return typeof value === "object" && value !== null ? { ...value } : {};
}

export function textOf(value: unknown): string {
	return typeof value === "string" ? value : "";
}
