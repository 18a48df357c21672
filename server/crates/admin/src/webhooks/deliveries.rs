//! Admin API of webhook deliveries.

use http::StatusCode;
use warp::reply::Response;

use super::api::{Delivery, DeliveryState};
use super::handlers::lock_webhook;
use pailou_auth::guard::{Allowed, permission};
use pailou_database::id;
use pailou_site::Site;
use pailou_web::Query;
use pailou_web::params::PageQuery;
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_webhooks::dispatcher;
use pailou_webhooks::store;
use pailou_webhooks::store::DeliveryRow;

/// List webhook deliveries
///
/// Returns pending and finished deliveries, newest first. The latest 200 finished deliveries are kept.
#[utoipa::path(get, path = "/api/v1/admin/webhooks/{id}/deliveries", tag = "webhooks",
    params(("id" = String, Path, description = "Id of the webhook"), PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [Delivery], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage webhooks"),
        (status = 404, description = "Webhook not found"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(super) async fn list_deliveries(
    _: Allowed<permission::Webhooks>,
    id: String,
    site: Site,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let (page, size) = query.pagination()?;
    store::row(&site.db, &id).await?.ok_or(Problem::NotFound)?;
    let (rows, total) = store::deliveries(&site.db, &id, (page - 1) * size, size).await?;
    let origin = site.settings.origin();
    let rows: Vec<_> = rows.into_iter().map(|row| to_delivery(row, &origin)).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Redeliver webhook delivery
///
/// Sends the delivery again with the same id.
#[utoipa::path(post, path = "/api/v1/admin/webhooks/{id}/deliveries/{delivery}/redeliver", tag = "webhooks",
    params(
        ("id" = String, Path, description = "Id of the webhook"),
        ("delivery" = String, Path, description = "Id of the delivery"),
    ),
    responses(
        (status = 202, description = "The delivery is queued"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to manage webhooks"),
        (status = 404, description = "Delivery not found"),
        (status = 422, description = "The webhook is disabled"),
    ))]
pub(super) async fn redeliver(
    _: Allowed<permission::Webhooks>,
    id: String,
    delivery: String,
    site: Site,
) -> Result<Response, Problem> {
    let (mut tx, webhook) = lock_webhook(&site, &id).await?;
    webhook.require_enabled()?;
    if !store::redeliver(&mut tx, &id, &delivery, id::now()).await? {
        return Err(Problem::NotFound);
    }
    tx.commit().await?;
    Ok(reply::empty(StatusCode::ACCEPTED))
}

fn to_delivery(row: DeliveryRow, origin: &str) -> Delivery {
    let is_there = row.status.is_some_and(|status| (200..300).contains(&status));
    Delivery {
        state: match row.next_at {
            Some(_) => DeliveryState::Waiting,
            None if is_there => DeliveryState::Delivered,
            None => DeliveryState::Failed,
        },
        body: dispatcher::body(origin, row.created_at, &row.event, &row.data),
        id: row.id,
        event: row.event,
        created_at: row.created_at,
        attempts: row.attempts,
        next_at: row.next_at,
        sent_at: row.sent_at,
        took_ms: row.took_ms,
        status: row.status,
        error: (!row.fault.is_empty()).then_some(row.fault),
    }
}
