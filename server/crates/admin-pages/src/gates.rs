//! Publish gates of areas and of single pages.

use warp::reply::Response;

use super::api::{PagePublishGateChange, PublishGates, WrittenPage};
use super::guards::{if_match, page, page_problem, page_response, require_for_page};
use pailou_auth::guard::{Allowed, permission};
use pailou_drafts::pages;
use pailou_site::Site;
use pailou_store::publish_gate::{self, AreaGates};
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Get publish gates
///
/// Returns the publish gate of each area. A gate specifies whether the languages of a page must be published together.
#[utoipa::path(get, path = "/api/v1/admin/publish-gates", tag = "admin",
    responses(
        (status = 200, description = "The gates", body = PublishGates, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
    ))]
pub(super) async fn read_gates(
    _: Allowed<permission::PagesRead>,
    site: Site,
) -> Result<Response, Problem> {
    let mut tx = site.db.snapshot().await?;
    gates_response(&publish_gate::of_areas(&mut tx).await?)
}

/// Update publish gates
///
/// The gates apply to pages without a separate gate, for all later publications, including scheduled ones. Imports and
/// Git updates are not gated.
#[utoipa::path(put, path = "/api/v1/admin/publish-gates", tag = "admin",
    params(("if-match" = Option<String>, Header, description = "The last `revision` that the client read")),
    request_body = AreaGates,
    responses(
        (status = 200, description = "Saved", body = PublishGates, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn write(
    user: Allowed<permission::Config>,
    site: Site,
    caller: RequestContext,
    body: Result<AreaGates, Problem>,
) -> Result<Response, Problem> {
    let (seen, area_gates) = (if_match(&caller)?, body?);
    let mut tx = site.db.begin().await?;
    let present = publish_gate::of_areas(&mut tx).await?;
    if seen.is_some_and(|seen| seen != gates_of(&present).revision) {
        return Err(Problem::changed(&gates_of(&present)));
    }
    publish_gate::set_areas(&mut tx, &user.actor, &area_gates).await?;
    tx.commit().await?;
    gates_response(&area_gates)
}

/// Set publish gate of page
///
/// The gate of a page overrides the gate of its area.
#[utoipa::path(put, path = "/api/v1/admin/pages/{id}/publish-gate", tag = "admin",
    params(
        ("id" = String, Path, description = "Id of the page"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the page that the client read"),
    ),
    request_body = PagePublishGateChange,
    responses(
        (status = 200, description = "Saved", body = WrittenPage, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit this page"),
        (status = 404, description = "Page not found"),
        (status = 412, description = "Another user has saved a change"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn set_page(
    user: Allowed<permission::PagesEdit>,
    id: String,
    site: Site,
    caller: RequestContext,
    body: Result<PagePublishGateChange, Problem>,
) -> Result<Response, Problem> {
    require_for_page(&user, &page(&site, &id).await?)?;
    let (seen, gate) = (if_match(&caller)?, body?.gate);
    let page = pages::set_publish_gate(&site, &id, gate, seen.as_deref(), &user.actor).await;
    page_response(&site, &user, &page.map_err(page_problem)?).await
}

fn gates_response(gates: &AreaGates) -> Result<Response, Problem> {
    let answer = gates_of(gates);
    Ok(reply::private(reply::with_etag(reply::json(&answer)?, &answer.revision)))
}

/// Converts gates to the API type. Their revision is the names of the gates, joined with hyphens.
fn gates_of(AreaGates { docs, landing, news }: &AreaGates) -> PublishGates {
    let revision = [docs, landing, news].map(|gate| gate.name()).join("-");
    PublishGates { docs: *docs, landing: *landing, news: *news, revision }
}
