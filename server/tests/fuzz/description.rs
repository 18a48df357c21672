//! OpenAPI description for the fuzzer: returns the operations, and compares values with schemas.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde_json::{Map, Value, json};

pub(crate) struct Description(Value);

pub(crate) struct Operation {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) path_parameters: Vec<Field>,
    pub(crate) query_parameters: Vec<Field>,
    pub(crate) header_parameters: Vec<Field>,
    pub(crate) body: Option<Vec<Field>>,
    pub(crate) responses: BTreeMap<String, Answer>,
}

pub(crate) struct Field {
    pub(crate) name: String,
    /// JSON type of a field of the request body; for a nullable field, the first of its types.
    /// Empty for a parameter.
    kind: String,
    minimum: i64,
}

pub(crate) struct Answer(Value);

impl Description {
    pub(crate) fn new(description: Value) -> Self {
        Self(description)
    }

    pub(crate) fn operations(&self) -> Vec<Operation> {
        let mut operations = Vec::new();
        for (path, item) in object(&self.0["paths"]) {
            for (method, operation) in object(item) {
                operations.push(self.operation(path, method, operation));
            }
        }
        operations
    }

    fn operation(&self, path: &str, method: &str, operation: &Value) -> Operation {
        let parameters = |location: &str| {
            let all = operation["parameters"].as_array().into_iter().flatten();
            all.filter(|parameter| parameter["in"] == location)
                .map(|parameter| Field {
                    name: text(&parameter["name"]),
                    kind: String::new(),
                    minimum: 0,
                })
                .collect()
        };
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let fields = || {
            let properties = &self.resolved(schema)["properties"];
            let field = |(name, schema): (&String, &Value)| Field {
                name: name.clone(),
                kind: match schema["type"].as_array() {
                    Some(kinds) => text(&kinds[0]),
                    None => text(&schema["type"]),
                },
                minimum: schema["minimum"].as_i64().unwrap_or_default(),
            };
            object(properties).map(field).collect()
        };
        let responses = object(&operation["responses"]);
        Operation {
            method: method.to_uppercase(),
            path: path.to_owned(),
            path_parameters: parameters("path"),
            query_parameters: parameters("query"),
            header_parameters: parameters("header"),
            body: schema.is_object().then(fields),
            responses: responses.map(|(status, it)| (status.clone(), Answer(it.clone()))).collect(),
        }
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(reference) => {
                let target = self.0.pointer(reference.trim_start_matches('#'));
                target.unwrap_or_else(|| panic!("{reference} is not described"))
            }
            None => schema,
        }
    }

    /// Checks that a value matches the schema: its type, the values of an enumeration, all required fields, and no
    /// unknown fields.
    pub(crate) fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let schema = self.resolved(schema);
        for (word, every) in [("allOf", true), ("oneOf", false), ("anyOf", false)] {
            let Some(parts) = schema[word].as_array() else { continue };
            let fits = |part: &Value| self.check(part, value).is_ok();
            let good = if every { parts.iter().all(fits) } else { parts.iter().any(fits) };
            return if good { Ok(()) } else { Err(format!("{value} fits no {word} of {schema}")) };
        }
        let is_of = |kind: &str| match kind {
            "null" => value.is_null(),
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => false,
        };
        let good = match &schema["type"] {
            Value::String(kind) => is_of(kind),
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(is_of),
            _ => true,
        };
        let named = schema["enum"].as_array().is_none_or(|names| names.contains(value));
        if !good || !named {
            return Err(format!("{value} is not {schema}"));
        }
        match value {
            Value::Array(items) if schema["items"].is_object() => {
                items.iter().try_for_each(|item| self.check(&schema["items"], item))
            }
            Value::Object(fields) if schema["properties"].is_object() => {
                self.check_fields(schema, fields)
            }
            _ => Ok(()),
        }
    }

    fn check_fields(&self, schema: &Value, fields: &Map<String, Value>) -> Result<(), String> {
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                return Err(format!("`{name}` is missing"));
            }
        }
        for (name, value) in fields {
            let described = &schema["properties"][name];
            if !described.is_object() {
                return Err(format!("`{name}` is not described"));
            }
            self.check(described, value).map_err(|wrong| format!("`{name}`: {wrong}"))?;
        }
        Ok(())
    }
}

impl Operation {
    /// Returns a valid request body.
    pub(crate) fn good_body(fields: &[Field]) -> Bytes {
        // Optional fields that would contradict other fields of the same body.
        const LEFT_OUT: [&str; 5] = ["search", "at", "other", "base", "replaces"];
        let fields = fields.iter().filter(|field| !LEFT_OUT.contains(&field.name.as_str()));
        let mut fields: Map<_, _> =
            fields.map(|field| (field.name.clone(), field.good_json())).collect();
        if fields.contains_key("area") {
            fields.insert("path".to_owned(), json!("guide/new"));
        }
        // A new password must differ from the current one.
        if fields.contains_key("current") && fields.contains_key("password") {
            fields.insert("password".to_owned(), json!("battery staple horse"));
        }
        if fields.contains_key("bytes") {
            fields.insert("name".to_owned(), json!("a.zip"));
        }
        Value::Object(fields).to_string().into()
    }
}

impl Field {
    fn good_json(&self) -> Value {
        match self.kind.as_str() {
            "boolean" => json!(false),
            "integer" => json!(self.minimum.max(7)),
            "number" => json!(1),
            "array" if self.name == "permissions" => json!(["feedback"]),
            "array" if self.name == "patterns" => json!(["安装"]),
            "array" => json!([]),
            _ if self.name == "history" => json!([]),
            _ if ["publish_at", "expires", "parent"].contains(&self.name.as_str()) => Value::Null,
            _ => json!(self.good()),
        }
    }

    /// Returns a valid value for a field with this name.
    pub(crate) fn good(&self) -> String {
        let value = match self.name.as_str() {
            "locale" => "zh-CN",
            "docs" | "landing" | "news" | "gate" => "alone",
            "area" => "docs",
            // Documentation pages have no block type.
            "block" => "",
            "number" => "1",
            "path" | "at" => "guide/start",
            "name" => "global_style.css",
            "body" => "h1 { color: teal }",
            "endpoint" => "https://hooks.example.org/pailou",
            "base_url" => "https://model.example.org/v1",
            "extra" => "{}",
            "origin" => "web",
            "old" => "begin",
            "target" => "guide/start",
            "username" => "ann",
            "password" | "current" => "correct horse battery",
            "role" => "editor",
            "url" => "/index/zh/docs/guide/start",
            "event" => "pageview",
            "answer" => "yes",
            "if-match" => "*",
            "decision" => "reject",
            "zh" => "门",
            "front_matter" => "---\ntitle: 门\n---\n",
            "source" => "docs",
            "choice" => "ours",
            "from" | "to" => "2026-11-21",
            "page" | "size" | "id" => "1",
            "q" => "install",
            "question" => "安装",
            "state" => "answered",
            _ => "x",
        };
        value.to_owned()
    }
}

impl Answer {
    pub(crate) fn content(&self) -> Option<(String, Value)> {
        let (kind, content) = object(&self.0["content"]).next()?;
        Some((kind.clone(), content["schema"].clone()))
    }

    pub(crate) fn headers(&self) -> Vec<String> {
        object(&self.0["headers"]).map(|(name, _)| name.clone()).collect()
    }
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
