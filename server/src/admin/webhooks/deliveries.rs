//! Admin API of webhook deliveries.

use http::StatusCode;
use warp::reply::Response;

use super::api::{Delivery, DeliveryState};
use super::handlers::locked;
use crate::shared::asked::PartQuery;
use crate::shared::problem::Problem;
use crate::shared::session::{self, Act};
use crate::shared::site::Site;
use crate::shared::visitor::Caller;
use crate::shared::web::Query;
use crate::shared::webhooks::dispatcher;
use crate::shared::webhooks::store::{self, DeliveryRow};
use crate::shared::{id, reply};

/// What is to be sent and what was, the newest first. Of what is done with the newest 200 are kept.
#[utoipa::path(get, path = "/api/v1/admin/webhooks/{id}/deliveries", tag = "webhooks",
    security(("token" = ["webhooks"])),
    params(("id" = String, Path, description = "Of the webhook"), PartQuery),
    responses(
        (status = 200, description = "A part of the list", body = [Delivery], headers(("x-total-count" = i64))),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not administer webhooks"),
        (status = 404, description = "There is no such webhook"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(super) async fn list(
    id: String,
    site: Site,
    caller: Caller,
    Query(query): Query<PartQuery>,
) -> Result<Response, Problem> {
    session::allowed(&site.db, &caller, Act::Webhooks).await?;
    let (page, size) = query.part()?;
    store::row(&site.db, &id).await?.ok_or(Problem::NotFound)?;
    let (rows, total) = store::deliveries(&site.db, &id, (page - 1) * size, size).await?;
    let origin = site.settings.origin();
    let rows: Vec<_> = rows.into_iter().map(|row| shown(row, &origin)).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Send a message once more, under the same id.
#[utoipa::path(post, path = "/api/v1/admin/webhooks/{id}/deliveries/{delivery}/redeliver", tag = "webhooks",
    security(("token" = ["webhooks"])),
    params(
        ("id" = String, Path, description = "Of the webhook"),
        ("delivery" = String, Path, description = "The id of the message"),
    ),
    responses(
        (status = 202, description = "It is sent"),
        (status = 401, description = "Not logged in"),
        (status = 403, description = "The role does not administer webhooks"),
        (status = 404, description = "There is no such message"),
        (status = 422, description = "The webhook is switched off"),
    ))]
pub(super) async fn again(
    id: String,
    delivery: String,
    site: Site,
    caller: Caller,
) -> Result<Response, Problem> {
    session::allowed(&site.db, &caller, Act::Webhooks).await?;
    let (mut tx, webhook) = locked(&site, &id).await?;
    webhook.needs_on()?;
    if !store::again(&mut tx, &id, &delivery, id::now()).await? {
        return Err(Problem::NotFound);
    }
    tx.commit().await?;
    Ok(reply::empty(StatusCode::ACCEPTED))
}

fn shown(row: DeliveryRow, origin: &str) -> Delivery {
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
        made_at: row.created_at,
        attempts: row.attempts,
        next_at: row.next_at,
        sent_at: row.sent_at,
        took_ms: row.took_ms,
        status: row.status,
        fault: (!row.fault.is_empty()).then_some(row.fault),
    }
}
