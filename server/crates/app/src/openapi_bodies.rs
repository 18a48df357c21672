//! Schemas of the fields of request bodies, by name. Most field names have the same meaning in
//! every body; the schemas of the other fields also depend on the type of the body. Handlers receive
//! most fields as strings or numbers; the schemas describe the accepted values.

use std::collections::{BTreeMap, BTreeSet};

use core_wasm::locale::Locale;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayItems, KnownFormat, Object, SchemaFormat};
use utoipa::openapi::{Ref, RefOr, Schema};

use pailou_auth::session::{AccessScope, Permission, Role};
use pailou_content::area::{DOCS, LANDING, NEWS};

/// Fields with their minimum and maximum length in characters.
const LENGTHS: [(&str, &str, usize, usize); 4] = [
    ("NewInvitation", "note", 0, 200),
    ("NewWebhook", "note", 0, 200),
    ("WebhookChange", "note", 0, 200),
    ("NewToken", "name", 1, 100),
];
/// Fields with numbers from 1 to a maximum: days until something expires, and the size of a file in
/// bytes.
const RANGES: [(&str, &str, u64); 3] = [
    ("NewInvitation", "days", 30),
    ("NewToken", "days", 366),
    ("NewUpload", "bytes", pailou_media::MAX_BYTES),
];

/// Schemas by name.
pub(crate) type Schemas = BTreeMap<String, RefOr<Schema>>;

/// Adds to `found` the names of the schemas to which the body of an operation refers, directly or indirectly.
pub(crate) fn collect(operation: &Operation, schemas: &Schemas, found: &mut BTreeSet<String>) {
    let Some(RefOr::T(body)) = &operation.request_body else { return };
    for content in body.content.values() {
        if let RefOr::T(content) = content
            && let Some(schema) = &content.schema
        {
            collect_from(schema, schemas, found);
        }
    }
}

fn collect_from(schema: &RefOr<Schema>, schemas: &Schemas, found: &mut BTreeSet<String>) {
    match schema {
        RefOr::Ref(Ref { ref_location, .. }) => {
            let name = ref_location.rsplit('/').next().unwrap_or_default();
            if let Some(named) = schemas.get(name)
                && found.insert(name.to_owned())
            {
                collect_from(named, schemas, found);
            }
        }
        RefOr::T(Schema::Object(object)) => {
            object.properties.values().for_each(|field| collect_from(field, schemas, found));
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &array.items {
                collect_from(items, schemas, found);
            }
        }
        RefOr::T(Schema::OneOf(one)) => {
            one.items.iter().for_each(|item| collect_from(item, schemas, found));
        }
        RefOr::T(Schema::AllOf(all)) => {
            all.items.iter().for_each(|item| collect_from(item, schemas, found));
        }
        RefOr::T(_) => {}
    }
}

/// Adds the accepted values to the fields of one schema.
pub(crate) fn describe_schema(name: &str, schema: &mut RefOr<Schema>) {
    let RefOr::T(Schema::Object(object)) = schema else { return };
    for (field, schema) in &mut object.properties {
        match schema {
            RefOr::T(Schema::Object(value)) => describe_field((name, field), value),
            RefOr::T(Schema::Array(array)) => {
                if let ArrayItems::RefOrSchema(items) = &mut array.items
                    && let RefOr::T(Schema::Object(value)) = &mut **items
                {
                    describe_field((name, field), value);
                }
            }
            _ => {}
        }
    }
}

fn describe_field((schema, field): (&str, &str), value: &mut Object) {
    let names: Vec<String> = match (schema, field) {
        (_, "locale" | "locales") => Locale::ALL
            .into_iter()
            .flat_map(|it| [it.tag(), it.segment()])
            .map(Into::into)
            .collect(),
        (_, "area") => [DOCS, NEWS, LANDING].map(Into::into).into(),
        (_, "areas") => AccessScope::AREAS.map(Into::into).into(),
        (_, "role" | "roles") => Role::ALL.map(|role| role.name().to_owned()).into(),
        ("NewToken", "permissions") => {
            Permission::OF_TOKENS.map(|permission| permission.name().to_owned()).into()
        }
        ("Resolution", "choice") => ["ours", "theirs", "merged"].map(Into::into).into(),
        ("Feedback", "answer") => ["yes", "no"].map(Into::into).into(),
        _ => Vec::new(),
    };
    if !names.is_empty() && value.enum_values.is_none() {
        value.enum_values = Some(names.into_iter().map(Into::into).collect());
    }
    let format = match field {
        "date" | "expires" => Some(SchemaFormat::KnownFormat(KnownFormat::Date)),
        "endpoint" => Some(SchemaFormat::Custom("uri".to_owned())),
        "password" => Some(SchemaFormat::KnownFormat(KnownFormat::Password)),
        _ => None,
    };
    if format.is_some() {
        value.format = format;
    }
    if matches!(field, "at" | "publish_at") {
        value.minimum = Some(0.into());
    }
    for (_, _, min, max) in LENGTHS.iter().filter(|it| (it.0, it.1) == (schema, field)) {
        value.min_length = (*min > 0).then_some(*min);
        value.max_length = Some(*max);
    }
    for (_, _, max) in RANGES.iter().filter(|it| (it.0, it.1) == (schema, field)) {
        value.minimum = Some(1.into());
        value.maximum = i64::try_from(*max).ok().map(Into::into);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};

    use super::*;

    #[track_caller]
    fn check(schema: &str, field: &str, kind: Type, expected: Value) {
        let value = || ObjectBuilder::new().schema_type(kind.clone()).build();
        let list = ArrayBuilder::new().items(value()).build();
        let object = ObjectBuilder::new().property(field, value()).property("list", list);
        let mut described = RefOr::T(Schema::Object(object.build()));
        describe_schema(schema, &mut described);
        let described = serde_json::to_value(described).unwrap();
        assert_eq!(described["properties"][field], expected, "{schema}.{field}");
    }

    #[test]
    fn constraints_of_a_body_field_depend_on_body_and_name() {
        let locales = json!({ "type": "string", "enum": ["zh-CN", "zh", "en-US", "en"] });
        check("NewPage", "locale", Type::String, locales);
        let answers = json!({ "type": "string", "enum": ["yes", "no"] });
        check("Feedback", "answer", Type::String, answers);
        check("Other", "answer", Type::String, json!({ "type": "string" }));
        check(
            "NewToken",
            "days",
            Type::Integer,
            json!({ "type": "integer", "minimum": 1, "maximum": 366 }),
        );
        check("Publish", "at", Type::Integer, json!({ "type": "integer", "minimum": 0 }));
        let name = json!({ "type": "string", "minLength": 1, "maxLength": 100 });
        check("NewToken", "name", Type::String, name);
        check("NewPage", "date", Type::String, json!({ "type": "string", "format": "date" }));
    }

    #[test]
    fn items_of_a_list_field_have_the_constraints_of_the_field() {
        let text = ObjectBuilder::new().schema_type(Type::String).build();
        let list = ArrayBuilder::new().items(text).build();
        let object = ObjectBuilder::new().property("areas", list).build();
        let mut described = RefOr::T(Schema::Object(object));
        describe_schema("UserChange", &mut described);
        let described = serde_json::to_value(described).unwrap();
        let areas = json!(["docs", "landing"]);
        assert_eq!(described["properties"]["areas"]["items"]["enum"], areas);
    }
}
