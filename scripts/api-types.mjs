// Generates the UI's API types, ui/src/shared/http/types.ts, from server/openapi.json.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const document = new URL("../server/openapi.json", import.meta.url);
const types = new URL("../ui/src/shared/http/types.ts", import.meta.url);

const { components } = JSON.parse(readFileSync(document, "utf8"));
const definitions = Object.fromEntries(
	Object.entries(components.schemas).map(([name, schema]) => [name, schemaOf(schema)]),
);
const code = await compile({ title: "Api", definitions }, "Api", {
	additionalProperties: false,
	bannerComment: "// Generated from server/openapi.json by scripts/api-types.mjs. Do not edit: run `just fmt`.",
	style: { printWidth: 120, useTabs: true },
	unreachableDefinitions: true,
});
writeFileSync(types, cleaned(code));

/** Whether the UI's forms store a field as a string, although its schema is an enumeration. */
function isTextOfForm(name) {
	return ["answer", "area", "areas", "choice", "locale", "locales", "permissions", "role", "roles"].includes(name);
}

/** Converts the schema of a field. */
function fieldOf(name, schema) {
	if (!isTextOfForm(name)) return schemaOf(schema);
	const { enum: _, items, ...rest } = schema;
	return schemaOf(items ? { ...rest, items: fieldOf(name, items) } : rest);
}

/** Converts a schema of OpenAPI 3.1 to the older JSON Schema that the generator supports. */
function schemaOf(schema) {
	if (Array.isArray(schema)) return schema.map(schemaOf);
	if (schema === null || typeof schema !== "object") return schema;
	const { $ref, prefixItems, ...rest } = schema;
	const convert = (key, value) =>
		key === "properties"
			? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fieldOf(name, field)]))
			: schemaOf(value);
	const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, convert(key, value)]));
	if ($ref) {
		const reference = { $ref: $ref.replace("#/components/schemas/", "#/definitions/") };
		// With a keyword beside `$ref`, the generator would duplicate the type.
		return Object.keys(rest).length === 0 ? reference : { ...converted, allOf: [reference] };
	}
	if (prefixItems) {
		const length = prefixItems.length;
		return { ...converted, items: prefixItems.map(schemaOf), minItems: length, maxItems: length };
	}
	if (schema.type === "object" && !schema.properties && !schema.additionalProperties) {
		return { ...converted, tsType: "object" };
	}
	return converted;
}

/** Removes two additions of the generator: the type of the whole document, and the comments about references. */
function cleaned(code) {
	return code
		.replace(
			/(?:\n \*)?\n \* This interface was referenced by `Api`'s JSON-Schema\n \* via the `definition` ".*"\./g,
			"",
		)
		.replace(/\/\*\*\n \*\/\n/g, "")
		.replace(/export interface Api \{\n(?:.*\n)*?\}\n/, "");
}
