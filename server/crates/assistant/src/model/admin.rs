//! Admin API of the language model: settings, API key, daily usage, connection test.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use warp::reply::Response;

use super::settings::{ModelSettings, url_origin};
use super::store::{self, StoredModel};
use super::{budget, probe};
use pailou_auth::guard::{Confirmed, Guard, SessionOnly, permission};
use pailou_database::audit_log::{self, Action, Subject};
use pailou_site::Site;
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::{Route, reply, route};

const MAX_KEY: usize = 1000;
const MAX_BODY: u64 = 20 << 10;

/// A user with a session (not an API token) and the permission to manage the language model.
type Owner = Guard<SessionOnly, permission::AssistantModel>;

/// Usage of the model on the current day (UTC).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ModelUsage {
    /// Number of answers.
    pub answers: i64,
    /// Number of prompt tokens.
    pub input_tokens: i64,
    /// Number of answer tokens.
    pub output_tokens: i64,
    /// Cost in the currency of the prices.
    pub cost: f64,
    /// Number of prompts that the server has probably truncated, because it counted far fewer tokens than were sent.
    pub cut_prompts: i64,
}

/// The language model of the assistant.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ModelState {
    pub settings: ModelSettings,
    /// Whether an API key is stored. It is never returned.
    pub has_key: bool,
    /// Revision of the settings, to send in `If-Match`.
    pub revision: String,
    /// Usage on the current day (UTC).
    pub today: ModelUsage,
}

/// Settings and API key to store.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct ModelChange {
    pub settings: ModelSettings,
    /// New API key. An empty string deletes the stored key. Without this field the key is kept, or deleted if the
    /// scheme, host, or port of the base URL changes.
    #[schema(max_length = 1000)]
    pub api_key: Option<String>,
}

/// Result of a connection test.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ModelTest {
    /// Result code: `ok`, `model-missing`, or an error code such as `unreachable`, `private`, or `key-refused`.
    pub code: String,
    /// Error details in English, for developers. They may contain a message of the server. Empty on success.
    pub detail: String,
    /// Names of the models that the server lists.
    pub models: Vec<String>,
}

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let max_body = MAX_BODY.min(site.settings.body_bytes);
    vec![
        route!(site, read_model),
        route!(site, write).with_body_limit(max_body),
        route!(site, test),
    ]
}

/// Get language model
///
/// Returns the settings of the assistant's language model and its usage on the current day. The API key is never
/// returned.
#[utoipa::path(get, path = "/api/v1/admin/assistant/model", tag = "assistant",
    responses(
        (status = 200, description = "The settings", body = ModelState, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage the language model"),
    ))]
pub(crate) async fn read_model(_: Owner, site: Site) -> Result<Response, Problem> {
    model_response(&state(&site, store::model(&site.db).await?).await?)
}

/// Update language model
///
/// Stores the settings of the language model. They apply to subsequent questions.
#[utoipa::path(put, path = "/api/v1/admin/assistant/model", tag = "assistant",
    params(("if-match" = Option<String>, Header, description = "The last `revision` that the client read")),
    request_body = ModelChange,
    responses(
        (status = 200, description = "Saved", body = ModelState, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage the language model, or re-authentication is required: `confirm-needed`"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 422, description = "A setting is invalid"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(crate) async fn write(
    user: Confirmed<permission::AssistantModel>,
    site: Site,
    caller: RequestContext,
    body: Result<ModelChange, Problem>,
) -> Result<Response, Problem> {
    let seen = caller.if_match()?.map(str::to_owned);
    let ModelChange { settings, api_key } = body?;
    let settings = settings.checked(&site)?;
    let key = api_key.map(|key| key.trim().to_owned());
    let is_visible = |key: &String| key.chars().all(|c| c.is_ascii_graphic());
    if key.as_ref().is_some_and(|key| key.len() > MAX_KEY || !is_visible(key)) {
        let detail = "invalid key: expected at most 1000 visible ASCII characters";
        return Err(Problem::invalid("api_key", "invalid", detail));
    }
    let mut tx = site.db.begin().await?;
    let present = store::model_in(&mut tx).await?;
    let is_current = seen.is_none_or(|seen| seen == present.revision.to_string());
    let text =
        serde_json::to_string(&settings).map_err(|error| Problem::Internal(error.to_string()))?;
    if !is_current || !store::save_settings(&mut tx, &text, present.revision).await? {
        drop(tx);
        let present = store::model(&site.db).await?;
        return Err(Problem::changed(&state(&site, present).await?));
    }
    let is_elsewhere = url_origin(&settings.base_url) != url_origin(&present.settings.base_url);
    match key.as_deref() {
        Some("") => store::delete_key(&mut tx).await?,
        Some(key) => store::save_key(&mut tx, key).await?,
        // A stored key must not be sent to another server.
        None if is_elsewhere => store::delete_key(&mut tx).await?,
        None => {}
    }
    let of = |settings: &ModelSettings| {
        (settings.is_on, url_origin(&settings.base_url), settings.model.clone())
    };
    let subject = Subject::new("assistant").before(&of(&present.settings)).after(&of(&settings));
    audit_log::log(&mut tx, &user.actor, Action::ModelChanged, subject).await?;
    let stored = store::model_in(&mut tx).await?;
    tx.commit().await?;
    model_response(&state(&site, stored).await?)
}

/// Test language model
///
/// Requests the list of models from the server in the stored settings.
#[utoipa::path(post, path = "/api/v1/admin/assistant/model/test", tag = "assistant",
    responses(
        (status = 200, description = "The outcome", body = ModelTest),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage the language model"),
        (status = 422, description = "There is no base URL"),
    ))]
pub(crate) async fn test(_: Owner, site: Site) -> Result<Response, Problem> {
    let stored = store::model(&site.db).await?;
    if stored.settings.base_url.is_empty() {
        let detail = "missing base URL: save the settings first";
        return Err(Problem::invalid("base_url", "required", detail));
    }
    let test = match probe::models(&site.outbound, &stored).await {
        Ok(models) => {
            let is_listed = probe::is_listed(&models, &stored.settings.model);
            let code = if is_listed { "ok" } else { "model-missing" };
            ModelTest { code: code.to_owned(), detail: String::new(), models }
        }
        Err(error) => ModelTest {
            code: error.code().to_owned(),
            detail: error.to_string(),
            models: Vec::new(),
        },
    };
    Ok(reply::private(reply::json(&test)?))
}

async fn state(site: &Site, stored: StoredModel) -> Result<ModelState, Problem> {
    let day = store::day(&site.db, budget::today()).await?;
    Ok(ModelState {
        settings: stored.settings,
        has_key: !stored.key.is_empty(),
        revision: stored.revision.to_string(),
        today: ModelUsage {
            answers: day.answers,
            input_tokens: day.input_tokens,
            output_tokens: day.output_tokens,
            cost: day.cost as f64 / 1e6,
            cut_prompts: day.cut_prompts,
        },
    })
}

fn model_response(state: &ModelState) -> Result<Response, Problem> {
    Ok(reply::private(reply::with_etag(reply::json(state)?, &state.revision)))
}
