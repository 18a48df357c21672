//! Admin API of webhooks.

use http::StatusCode;
use warp::reply::{Reply, Response};

use super::api::{NewWebhook, Webhook, WebhookChange, WebhookSecret};
use pailou_auth::guard::{Allowed, Confirmed, permission};
use pailou_database::Tx;
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Subject};
use pailou_database::id;
use pailou_site::Site;
use pailou_store::outbox;
use pailou_store::outbox::{Event, EventPayload};
use pailou_web::Query;
use pailou_web::client::RequestContext;
use pailou_web::params::PageQuery;
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_webhooks::store;
use pailou_webhooks::store::{EndpointFields, Row};
use pailou_webhooks::{endpoint, signing};

const MAX_WEBHOOKS: i64 = 50;
/// Maximum length of a note in characters.
const MAX_NOTE: usize = 200;

/// List webhooks
///
/// Returns the webhooks, oldest first.
#[utoipa::path(get, path = "/api/v1/admin/webhooks", tag = "webhooks", params(PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [Webhook], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage webhooks"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(super) async fn list_webhooks(
    _: Allowed<permission::Webhooks>,
    site: Site,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let (page, size) = query.pagination()?;
    let (rows, total) = store::rows(&site.db, (page - 1) * size, size).await?;
    let rows: Vec<_> = rows.into_iter().map(to_webhook).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Get webhook
#[utoipa::path(get, path = "/api/v1/admin/webhooks/{id}", tag = "webhooks",
    params(("id" = String, Path, description = "Id of the webhook")),
    responses(
        (status = 200, description = "The webhook", body = Webhook, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage webhooks"),
        (status = 404, description = "Webhook not found"),
    ))]
pub(super) async fn read_webhook(
    _: Allowed<permission::Webhooks>,
    id: String,
    site: Site,
) -> Result<Response, Problem> {
    webhook_response(&site, &id).await
}

/// Create webhook
///
/// The secret that signs its deliveries is returned only once.
#[utoipa::path(post, path = "/api/v1/admin/webhooks", tag = "webhooks", request_body = NewWebhook,
    responses(
        (status = 201, description = "Created; events from now on are delivered", body = WebhookSecret),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage webhooks, or re-authentication is required: `confirm-needed`"),
        (status = 422, description = "The URL or the note is invalid, or the limit of 50 webhooks is reached"),
    ))]
pub(super) async fn create_webhook(
    user: Confirmed<permission::Webhooks>,
    site: Site,
    body: Result<NewWebhook, Problem>,
) -> Result<Response, Problem> {
    let NewWebhook { endpoint, events, note } = body?;
    let valid = checked(&site, &endpoint, &events, &note)?;
    let (id, secret) = (id::new(), signing::new_secret());
    let mut tx = site.db.begin().await?;
    if store::count(&mut tx).await? >= MAX_WEBHOOKS {
        let detail = format!("The site has the maximum of {MAX_WEBHOOKS} webhooks.");
        return Err(Problem::invalid("endpoint", "too-many", detail));
    }
    store::add(&mut tx, &id, &valid.row(), &secret, id::now(), &user.actor.name).await?;
    let subject = Subject::new(endpoint::endpoint_origin(&valid.endpoint)).after(&valid.events);
    audit_log::log(&mut tx, &user.actor, Action::WebhookAdded, subject).await?;
    tx.commit().await?;
    with_secret(&site, &id, secret, StatusCode::CREATED).await
}

/// Update webhook
///
/// Changes the URL, the events, the note, or whether the webhook is enabled. Also clears `error`;
/// with `is_on`, a webhook that the server disabled is enabled again.
#[utoipa::path(put, path = "/api/v1/admin/webhooks/{id}", tag = "webhooks",
    params(
        ("id" = String, Path, description = "Id of the webhook"),
        ("if-match" = Option<String>, Header, description = "The last `revision` that the client read"),
    ),
    request_body = WebhookChange,
    responses(
        (status = 200, description = "Saved", body = Webhook, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage webhooks, or re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Webhook not found"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 422, description = "The URL or the note is invalid"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn update_webhook(
    user: Confirmed<permission::Webhooks>,
    id: String,
    site: Site,
    caller: RequestContext,
    body: Result<WebhookChange, Problem>,
) -> Result<Response, Problem> {
    let WebhookChange { endpoint, events, note, is_on } = body?;
    let valid = checked(&site, &endpoint, &events, &note)?;
    let (mut tx, old) = read_if_match(&site, &caller, &id).await?;
    store::change(&mut tx, &id, &valid.row(), is_on).await?;
    let subject = Subject::new(endpoint::endpoint_origin(&valid.endpoint));
    let subject = subject.before(&(endpoint::endpoint_origin(&old.endpoint), old.is_on));
    let subject = subject.after(&(&valid.events, is_on));
    audit_log::log(&mut tx, &user.actor, Action::WebhookChanged, subject).await?;
    tx.commit().await?;
    webhook_response(&site, &id).await
}

/// Delete webhook
///
/// Pending deliveries are canceled.
#[utoipa::path(delete, path = "/api/v1/admin/webhooks/{id}", tag = "webhooks",
    params(
        ("id" = String, Path, description = "Id of the webhook"),
        ("if-match" = Option<String>, Header, description = "The last `revision` that the client read"),
    ),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage webhooks"),
        (status = 404, description = "Webhook not found"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn delete_webhook(
    user: Allowed<permission::Webhooks>,
    id: String,
    site: Site,
    caller: RequestContext,
) -> Result<Response, Problem> {
    let (mut tx, old) = read_if_match(&site, &caller, &id).await?;
    store::remove(&mut tx, &id).await?;
    let subject = Subject::new(endpoint::endpoint_origin(&old.endpoint));
    audit_log::log(&mut tx, &user.actor, Action::WebhookRemoved, subject).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Rotate webhook secret
///
/// The new secret signs all later deliveries. It is returned only once.
#[utoipa::path(post, path = "/api/v1/admin/webhooks/{id}/secret", tag = "webhooks",
    params(("id" = String, Path, description = "Id of the webhook")),
    responses(
        (status = 200, description = "The new secret, which signs all later deliveries", body = WebhookSecret),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage webhooks, or re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Webhook not found"),
    ))]
pub(super) async fn secret(
    user: Confirmed<permission::Webhooks>,
    id: String,
    site: Site,
) -> Result<Response, Problem> {
    let (mut tx, old) = lock_webhook(&site, &id).await?;
    let secret = signing::new_secret();
    store::set_secret(&mut tx, &id, &secret).await?;
    let subject = Subject::new(endpoint::endpoint_origin(&old.endpoint));
    audit_log::log(&mut tx, &user.actor, Action::WebhookChanged, subject).await?;
    tx.commit().await?;
    with_secret(&site, &id, secret, StatusCode::OK).await
}

/// Send test delivery
///
/// The list of deliveries contains the result.
#[utoipa::path(post, path = "/api/v1/admin/webhooks/{id}/test", tag = "webhooks",
    params(("id" = String, Path, description = "Id of the webhook")),
    responses(
        (status = 202, description = "The delivery is queued"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage webhooks"),
        (status = 404, description = "Webhook not found"),
        (status = 422, description = "The webhook is disabled"),
    ))]
pub(super) async fn test(
    user: Allowed<permission::Webhooks>,
    id: String,
    site: Site,
) -> Result<Response, Problem> {
    let (mut tx, webhook) = lock_webhook(&site, &id).await?;
    webhook.require_enabled()?;
    let payload = EventPayload { by: user.actor.name.clone(), ..EventPayload::default() };
    outbox::enqueue(&mut tx, &id, Event::Test, &payload).await?;
    tx.commit().await?;
    Ok(reply::empty(StatusCode::ACCEPTED))
}

/// Validated fields of a webhook from a request.
struct Checked {
    endpoint: String,
    events: String,
    note: String,
}

impl Checked {
    fn row(&self) -> EndpointFields<'_> {
        EndpointFields { endpoint: &self.endpoint, events: &self.events, note: &self.note }
    }
}

fn checked(site: &Site, text: &str, events: &[Event], note: &str) -> Result<Checked, Problem> {
    let is_allowed = |host: &str| site.outbound.is_allowed(host);
    let endpoint = endpoint::read(text, is_allowed)
        .map_err(|(code, detail)| Problem::invalid("endpoint", code, detail))?;
    let note = note.trim();
    if note.chars().count() > MAX_NOTE || note.contains(char::is_control) {
        let detail = format!("A note must be one line of at most {MAX_NOTE} characters.");
        return Err(Problem::invalid("note", "too-long", detail));
    }
    let events = serde_json::to_string(events).unwrap_or_default();
    Ok(Checked { endpoint, events, note: note.to_owned() })
}

/// A webhook that is locked until the transaction ends.
pub(super) struct Locked {
    endpoint: String,
    is_on: bool,
    revision: i64,
}

impl Locked {
    /// Returns 422 for a disabled webhook, which gets no deliveries.
    pub(crate) fn require_enabled(&self) -> Result<(), Problem> {
        let detail = "This webhook is disabled.";
        if self.is_on { Ok(()) } else { Err(Problem::invalid("is_on", "off", detail)) }
    }
}

pub(super) async fn lock_webhook(site: &Site, id: &str) -> Result<(Tx, Locked), Problem> {
    let mut tx = site.db.begin().await?;
    let (endpoint, is_on, revision) = store::lock(&mut tx, id).await?.ok_or(Problem::NotFound)?;
    Ok((tx, Locked { endpoint, is_on: is_on != 0, revision }))
}

/// Locks a webhook and verifies `If-Match`. Returns the open transaction and the webhook, or 404, 412, or 428.
async fn read_if_match(
    site: &Site,
    caller: &RequestContext,
    id: &str,
) -> Result<(Tx, Locked), Problem> {
    let (tx, webhook) = lock_webhook(site, id).await?;
    if caller.if_match()?.is_none_or(|seen| seen == webhook.revision.to_string()) {
        return Ok((tx, webhook));
    }
    drop(tx);
    let row = store::row(&site.db, id).await?.ok_or(Problem::NotFound)?;
    Err(Problem::changed(&to_webhook(row)))
}

async fn webhook_response(site: &Site, id: &str) -> Result<Response, Problem> {
    let row = store::row(&site.db, id).await?.ok_or(Problem::NotFound)?;
    let webhook = to_webhook(row);
    Ok(reply::private(reply::with_etag(reply::json(&webhook)?, &webhook.revision)))
}

async fn with_secret(
    site: &Site,
    id: &str,
    secret: String,
    status: StatusCode,
) -> Result<Response, Problem> {
    let row = store::row(&site.db, id).await?.ok_or(Problem::NotFound)?;
    let answer = reply::json(&WebhookSecret { webhook: to_webhook(row), secret })?;
    Ok(warp::reply::with_status(reply::private(answer), status).into_response())
}

fn to_webhook(row: Row) -> Webhook {
    let names: Vec<String> = serde_json::from_str(&row.events).unwrap_or_default();
    Webhook {
        events: names.iter().filter_map(|name| Event::named(name)).collect(),
        id: row.id,
        revision: row.revision.to_string(),
        endpoint: row.endpoint,
        note: row.note,
        is_on: row.is_on != 0,
        error: (!row.fault.is_empty()).then_some(row.fault),
        created_at: row.created_at,
        made_by: row.created_by,
        waiting: row.waiting,
        failed: row.failed,
    }
}
