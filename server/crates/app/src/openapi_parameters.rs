//! Schemas of parameters by name. Except `from` and `to`, a name has the same meaning in every operation. A parameter
//! whose operation declares a list of values or a maximum length keeps its schema. Handlers receive parameters as
//! strings; the schemas describe the accepted values.

use core_wasm::locale::Locale;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, Object, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};

/// Maximum page number and page size of a list (`web::params`).
const MAX_PAGES: i64 = 1_000_000;
const MAX_ROWS: i64 = 200;
/// Maximum number of days of the gap report (`assistant::administration`).
const MAX_DAYS: i64 = 365;
/// `from` and `to` are times in the audit log, but days in the statistics.
const TIMES: &str = "/api/v1/admin/log";
/// Operation whose `state` parameter is described here. Other operations declare the values of `state` themselves.
const QUESTIONS: &str = "/api/v1/admin/assistant/questions";

/// Replaces the string schema of a parameter whose values are limited.
pub(crate) fn describe_parameter(path: &str, parameter: &mut Parameter) {
    if !is_plain_text(parameter) {
        return;
    }
    let schema = match (parameter.name.as_str(), &parameter.parameter_in) {
        ("page", ParameterIn::Query) => integer(1, Some(MAX_PAGES)),
        ("size", ParameterIn::Query) => integer(1, Some(MAX_ROWS)),
        ("offset", ParameterIn::Query) => integer(0, None),
        ("days", ParameterIn::Query) => integer(1, Some(MAX_DAYS)),
        ("number", ParameterIn::Path) => integer(1, None),
        ("locale", _) => names(Locale::ALL.into_iter().flat_map(|it| [it.tag(), it.segment()])),
        ("area", ParameterIn::Query) => names(["docs", "landing", "news"]),
        ("format", ParameterIn::Query) => names(["csv", "json"]),
        ("state", ParameterIn::Query) if path == QUESTIONS => {
            names(["answered", "closest", "off_topic", "reported", "unhelpful"])
        }
        (
            "decided" | "dry_run" | "markdown" | "permanent" | "prune" | "store" | "untranslated"
            | "without_results",
            ParameterIn::Query,
        ) => ObjectBuilder::new().schema_type(Type::Boolean).build(),
        ("from" | "to", ParameterIn::Query) if path.starts_with(TIMES) => integer(0, None),
        ("from" | "to", ParameterIn::Query) => {
            let format = SchemaFormat::KnownFormat(KnownFormat::Date);
            ObjectBuilder::new().schema_type(Type::String).format(Some(format)).build()
        }
        _ => return,
    };
    parameter.schema = Some(RefOr::T(Schema::Object(schema)));
}

/// Whether the operation declares the parameter as a plain string, with neither a list of values nor a maximum length.
fn is_plain_text(parameter: &Parameter) -> bool {
    let Some(RefOr::T(Schema::Object(schema))) = &parameter.schema else { return false };
    schema.enum_values.is_none()
        && schema.max_length.is_none()
        && schema.schema_type == Type::String.into()
}

fn integer(minimum: i64, maximum: Option<i64>) -> Object {
    let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
    let schema = ObjectBuilder::new().schema_type(Type::Integer).format(Some(format));
    schema.minimum(Some(minimum)).maximum(maximum).build()
}

fn names(names: impl IntoIterator<Item = &'static str>) -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).build()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use utoipa::openapi::path::ParameterBuilder;

    use super::*;

    #[track_caller]
    fn check(path: &str, (name, location): (&str, ParameterIn), expected: &serde_json::Value) {
        let text = ObjectBuilder::new().schema_type(Type::String).build();
        let parameter = ParameterBuilder::new().name(name).parameter_in(location);
        let mut parameter = parameter.schema(Some(RefOr::T(Schema::Object(text)))).build();
        describe_parameter(path, &mut parameter);
        assert_eq!(&serde_json::to_value(parameter.schema).unwrap(), expected, "{path} {name}");
    }

    #[test]
    fn parameter_schema_depends_on_name_location_and_path() {
        let query = |name| (name, ParameterIn::Query);
        let integer = json!({ "type": "integer", "format": "int64", "minimum": 1 });
        check("/a/{number}", ("number", ParameterIn::Path), &integer);
        check("/a", query("number"), &json!({ "type": "string" }));
        check("/a", query("dry_run"), &json!({ "type": "boolean" }));
        check("/a", query("store"), &json!({ "type": "boolean" }));
        let first =
            json!({ "type": "integer", "format": "int64", "minimum": 1, "maximum": 1_000_000 });
        check("/a", query("page"), &first);
        check("/a", query("prune"), &json!({ "type": "boolean" }));
        check(
            "/api/v1/datastat/searches",
            query("from"),
            &json!({ "type": "string", "format": "date" }),
        );
        let time = json!({ "type": "integer", "format": "int64", "minimum": 0 });
        check("/api/v1/admin/log/export", query("from"), &time);
        let locales = json!({ "type": "string", "enum": ["zh-CN", "zh", "en-US", "en"] });
        check("/a/{locale}", ("locale", ParameterIn::Path), &locales);
        check("/a", query("q"), &json!({ "type": "string" }));
    }

    #[test]
    fn parameter_with_a_maximum_length_keeps_its_schema() {
        let url = ObjectBuilder::new().schema_type(Type::String).max_length(Some(2000)).build();
        let parameter = ParameterBuilder::new().name("page").parameter_in(ParameterIn::Query);
        let mut parameter = parameter.schema(Some(RefOr::T(Schema::Object(url)))).build();
        describe_parameter("/a", &mut parameter);
        let expected = json!({ "type": "string", "maxLength": 2000 });
        assert_eq!(serde_json::to_value(parameter.schema).unwrap(), expected);
    }
}
