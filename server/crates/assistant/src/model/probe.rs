//! Connection test: requests the list of models from a model server.

use std::time::Duration;

use serde_json::Value;
use tokio::time::timeout;

use super::client::{accepted, candidates, send, whole};
use super::error::ModelError;
use super::store::StoredModel;
use pailou_web::http_client::HttpClient;

/// Deadline of the whole test: name resolution, connection, and response.
const DEADLINE: Duration = Duration::from_secs(10);
/// Maximum number of model names that are returned.
const MAX_MODELS: usize = 100;

/// Returns the names of the models of a server.
///
/// # Errors
/// Returns an error if the server does not return a list in time.
pub(super) async fn models(
    outbound: &HttpClient,
    stored: &StoredModel,
) -> Result<Vec<String>, ModelError> {
    let listed = timeout(DEADLINE, list_models(outbound, stored)).await;
    let listed = listed.unwrap_or(Err(ModelError::FirstToken(DEADLINE)));
    listed.map_err(|error| error.without_key(&stored.key))
}

async fn list_models(
    outbound: &HttpClient,
    stored: &StoredModel,
) -> Result<Vec<String>, ModelError> {
    let mut failed = ModelError::NotAnApi;
    for url in candidates(&stored.settings.base_url, "/models") {
        let connect = stored.settings.deadlines().connect;
        let response = send(outbound, &url, &stored.key, None, connect).await?;
        let read = async {
            let (_, body) = accepted(response).await?;
            let text = whole(body).await?;
            let value = serde_json::from_str(&text).map_err(|_| ModelError::NotAnApi)?;
            names(&value).ok_or(ModelError::NotAnApi)
        };
        match read.await {
            Ok(names) => return Ok(names),
            Err(error @ (ModelError::NotAnApi | ModelError::Status(404 | 405, _))) => {
                failed = error
            }
            Err(error) => return Err(error),
        }
    }
    Err(failed)
}

/// Parses `{"data": [{"id": "…"}]}`. Ollama sends `"data": null` if it has no models. `None` for other formats.
fn names(value: &Value) -> Option<Vec<String>> {
    let data = value.get("data")?;
    let all = match data {
        Value::Null => return Some(Vec::new()),
        Value::Array(all) => all,
        _ => return None,
    };
    let names = all.iter().filter_map(|model| model["id"].as_str());
    Some(names.map(|name| name.chars().take(200).collect()).take(MAX_MODELS).collect())
}

/// Whether the list contains a model. Ollama adds `:latest` to names without a tag.
pub(super) fn is_listed(names: &[String], model: &str) -> bool {
    names.iter().any(|name| name == model || name.strip_suffix(":latest") == Some(model))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_model_list_in_the_openai_format_is_parsed() {
        let list = json!({ "object": "list", "data": [{ "id": "qwen3:latest" }, { "id": "b" }] });
        let found = names(&list).expect("a list");
        assert!(is_listed(&found, "qwen3") && is_listed(&found, "b") && !is_listed(&found, "qwen"));
        assert_eq!(names(&json!({ "data": null })), Some(Vec::new()));
        assert_eq!(names(&json!({ "models": [] })), None);
    }
}
