//! Settings of the language model, in the database: validation and defaults.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::client::Deadlines;
use pailou_site::Site;
use pailou_web::problem::{FieldError, Problem};
use pailou_webhooks::endpoint;

const MAX_NAME: usize = 200;
const MAX_EXTRA: usize = 2000;
/// Maximum value of prices and budgets, in currency units.
const MAX_MONEY: f64 = 1e9;
const MAX_TOKENS: i64 = 1_000_000_000_000;
/// Request fields that `extra` must not contain.
const OWN_FIELDS: [&str; 4] = ["model", "messages", "stream", "stream_options"];

/// Settings of the language model. All prices and costs are in the same currency.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ModelSettings {
    /// Whether the model is used to answer questions.
    pub is_on: bool,
    /// Base URL of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`.
    #[schema(max_length = 2000)]
    pub base_url: String,
    /// Name of the model on the server.
    #[schema(max_length = 200)]
    pub model: String,
    /// Price of one million prompt tokens.
    #[schema(minimum = 0)]
    pub input_price: f64,
    /// Price of one million answer tokens.
    #[schema(minimum = 0)]
    pub output_price: f64,
    /// Maximum number of tokens per day (UTC), prompts and answers together; no limit if null.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(minimum = 0, required)]
    pub daily_tokens: Option<i64>,
    /// Maximum cost per day (UTC); no limit if null.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(minimum = 0, required)]
    pub daily_cost: Option<f64>,
    /// Maximum number of model answers per visitor and hour.
    #[schema(minimum = 1, maximum = 1000)]
    pub visitor_answers: u32,
    /// Approximate maximum number of tokens of a prompt.
    #[schema(minimum = 500, maximum = 100_000)]
    pub prompt_tokens: u32,
    /// Maximum number of tokens of an answer, including reasoning.
    #[schema(minimum = 50, maximum = 20_000)]
    pub answer_tokens: u32,
    /// Maximum time to connect, in milliseconds.
    #[schema(minimum = 100, maximum = 60_000)]
    pub connect_ms: u32,
    /// Maximum time to the first token, in milliseconds.
    #[schema(minimum = 100, maximum = 600_000)]
    pub first_token_ms: u32,
    /// Maximum time between two tokens, in milliseconds.
    #[schema(minimum = 100, maximum = 600_000)]
    pub between_tokens_ms: u32,
    /// Maximum time to the end of the answer, in milliseconds.
    #[schema(minimum = 100, maximum = 600_000)]
    pub total_ms: u32,
    /// Additional fields of each request as a JSON object, such as `{"thinking": {"type": "disabled"}}`.
    #[schema(max_length = 2000)]
    pub extra: String,
}

impl Default for ModelSettings {
    fn default() -> Self {
        Self {
            is_on: false,
            base_url: String::new(),
            model: String::new(),
            input_price: 0.0,
            output_price: 0.0,
            daily_tokens: Some(500_000),
            daily_cost: None,
            visitor_answers: 20,
            prompt_tokens: 3000,
            answer_tokens: 700,
            connect_ms: 3000,
            first_token_ms: 20_000,
            between_tokens_ms: 10_000,
            total_ms: 60_000,
            extra: String::new(),
        }
    }
}

impl ModelSettings {
    /// Normalizes and validates the settings.
    ///
    /// # Errors
    /// Returns all invalid fields.
    pub(crate) fn checked(mut self, site: &Site) -> Result<Self, Problem> {
        let mut errors = Vec::new();
        let mut add_error = |field: &str, code, detail: String| {
            errors.push(FieldError::new(field, code, detail));
        };
        self.base_url = self.base_url.trim().trim_end_matches('/').to_owned();
        self.model = self.model.trim().to_owned();
        if !self.base_url.is_empty() {
            match endpoint::read(&self.base_url, |host| site.outbound.is_allowed(host)) {
                Ok(_) if self.base_url.contains('?') => {
                    add_error(
                        "base_url",
                        "not-an-address",
                        "invalid URL: expected no query".to_owned(),
                    );
                }
                Ok(_) => {}
                Err((code, detail)) => add_error("base_url", code, detail.to_owned()),
            }
        } else if self.is_on {
            add_error("base_url", "required", "missing base URL".to_owned());
        }
        if self.model.is_empty() && self.is_on {
            add_error("model", "required", "missing model".to_owned());
        }
        if self.model.chars().count() > MAX_NAME || self.model.contains(char::is_control) {
            add_error("model", "too-long", "model too long: at most 200 characters".to_owned());
        }
        let money = [
            ("input_price", Some(self.input_price)),
            ("output_price", Some(self.output_price)),
            ("daily_cost", self.daily_cost),
        ];
        for (field, value) in money {
            if value.is_some_and(|value| !(0.0..=MAX_MONEY).contains(&value)) {
                add_error(
                    field,
                    "out-of-range",
                    format!("`{field}` out of range: expected 0 or more"),
                );
            }
        }
        if self.daily_tokens.is_some_and(|tokens| !(0..=MAX_TOKENS).contains(&tokens)) {
            let detail = "`daily_tokens` out of range: expected 0 or more".to_owned();
            add_error("daily_tokens", "out-of-range", detail);
        }
        for (field, value, min, max) in [
            ("visitor_answers", self.visitor_answers, 1, 1000),
            ("prompt_tokens", self.prompt_tokens, 500, 100_000),
            ("answer_tokens", self.answer_tokens, 50, 20_000),
            ("connect_ms", self.connect_ms, 100, 60_000),
            ("first_token_ms", self.first_token_ms, 100, 600_000),
            ("between_tokens_ms", self.between_tokens_ms, 100, 600_000),
            ("total_ms", self.total_ms, 100, 600_000),
        ] {
            if !(min..=max).contains(&value) {
                let detail = format!("`{field}` out of range: expected {min} to {max}");
                add_error(field, "out-of-range", detail);
            }
        }
        let extra = parse_extra(&self.extra);
        if extra.is_none() || self.extra.chars().count() > MAX_EXTRA {
            add_error(
                "extra",
                "not-an-object",
                "invalid value for `extra`: expected a JSON object".to_owned(),
            );
        }
        if extra.is_some_and(|extra| OWN_FIELDS.iter().any(|name| extra.contains_key(*name))) {
            let detail =
                format!("invalid value for `extra`: expected none of {}", OWN_FIELDS.join(", "));
            add_error("extra", "own-field", detail);
        }
        if errors.is_empty() { Ok(self) } else { Err(Problem::Invalid(errors)) }
    }

    pub(super) fn deadlines(&self) -> Deadlines {
        let of = |ms: u32| std::time::Duration::from_millis(ms.into());
        Deadlines {
            connect: of(self.connect_ms),
            first_token: of(self.first_token_ms),
            between_tokens: of(self.between_tokens_ms),
            total: of(self.total_ms),
        }
    }

    /// Cost of tokens in millionths of the currency unit, rounded up. Prices are per million tokens.
    pub(super) fn cost(&self, input: i64, output: i64) -> i64 {
        (input as f64 * self.input_price + output as f64 * self.output_price).ceil() as i64
    }

    /// Body of a chat completion request.
    pub(super) fn request_body(&self, messages: Vec<Value>) -> Value {
        let mut body = Map::new();
        body.insert("model".to_owned(), json!(self.model));
        body.insert("messages".to_owned(), json!(messages));
        body.insert("stream".to_owned(), json!(true));
        body.insert("stream_options".to_owned(), json!({ "include_usage": true }));
        let extra = parse_extra(&self.extra).unwrap_or_default();
        // Current OpenAI models reject `max_tokens` and `temperature`.
        let host = self.base_url.split("://").nth(1).unwrap_or_default();
        if host.starts_with("api.openai.com") {
            body.insert("max_completion_tokens".to_owned(), json!(self.answer_tokens));
        } else {
            if !extra.contains_key("max_completion_tokens") {
                body.insert("max_tokens".to_owned(), json!(self.answer_tokens));
            }
            body.insert("temperature".to_owned(), json!(0.2));
        }
        body.extend(extra);
        Value::Object(body)
    }
}

fn parse_extra(text: &str) -> Option<Map<String, Value>> {
    if text.trim().is_empty() {
        return Some(Map::new());
    }
    serde_json::from_str(text).ok()
}

/// Scheme, host, and port of a base URL.
pub(super) fn url_origin(base_url: &str) -> String {
    endpoint::endpoint_origin(base_url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cost_is_rounded_up_to_a_millionth() {
        let settings =
            ModelSettings { input_price: 0.27, output_price: 1.1, ..ModelSettings::default() };
        assert_eq!(settings.cost(1_000_000, 0), 270_000);
        assert_eq!(settings.cost(0, 1_000_000), 1_100_000);
        assert_eq!(settings.cost(1, 0), 1);
    }

    #[test]
    fn request_body_depends_on_extra_fields_and_host() {
        let mut settings = ModelSettings { model: "m".to_owned(), ..ModelSettings::default() };
        settings.extra = r#"{"thinking":{"type":"disabled"},"temperature":0}"#.to_owned();
        let body = settings.request_body(Vec::new());
        assert_eq!(body["thinking"]["type"], "disabled");
        assert_eq!((&body["temperature"], &body["max_tokens"]), (&json!(0), &json!(700)));
        settings.extra = String::new();
        settings.base_url = "https://api.openai.com/v1".to_owned();
        let body = settings.request_body(Vec::new());
        assert_eq!(body["max_completion_tokens"], 700);
        assert!(body.get("max_tokens").is_none() && body.get("temperature").is_none());
    }
}
