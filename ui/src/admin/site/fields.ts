// Tolerant parsing of JSON fields.

export function fieldsOf(value: unknown): Record<string, unknown> {
	return typeof value === "object" && value !== null ? { ...value } : {};
}

export function textOf(value: unknown): string {
	return typeof value === "string" ? value : "";
}
