//! Order of the blocks on the front page.

use core_wasm::locale::Locale;
use warp::reply::Response;

use super::api::{Arrange, ArrangedBlock, BlockOrder};
use pailou_auth::guard::{Allowed, permission};
use pailou_auth::session;
use pailou_auth::session::Permission;
use pailou_drafts::{ArrangeError, DraftError};
use pailou_site::Site;
use pailou_store::LANDING;
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// List front page blocks
///
/// Returns the blocks in their order, including drafts.
#[utoipa::path(get, path = "/api/v1/admin/landing/order", tag = "admin",
    responses(
        (status = 200, description = "The blocks", body = BlockOrder, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
    ))]
pub(crate) async fn read(
    user: Allowed<permission::PagesRead>,
    site: Site,
) -> Result<Response, Problem> {
    respond(&user, &pailou_drafts::block_order(&site).await?)
}

/// Reorder front page blocks
///
/// Saves the new order as drafts of the blocks. Readers see the new order after these drafts are
/// published.
#[utoipa::path(put, path = "/api/v1/admin/landing/order", tag = "admin",
    params(("if-match" = Option<String>, Header, description = "The last `revision` of the order that the client read")),
    request_body = Arrange,
    responses(
        (status = 200, description = "The new order", body = BlockOrder, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to edit pages, or these pages"),
        (status = 412, description = "The order has changed, or a block was added or removed"),
        (status = 422, description = "A block is missing or named twice, or its front matter cannot be updated"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(crate) async fn change(
    user: Allowed<permission::PagesEdit>,
    site: Site,
    caller: RequestContext,
    body: Result<Arrange, Problem>,
) -> Result<Response, Problem> {
    let block_order = pailou_drafts::lock_block_order(&site).await.map_err(order_problem)?;
    for locale in block_order.locales() {
        user.require_for_text(Permission::PagesEdit, LANDING, locale)?;
    }
    let (seen, Arrange { blocks }) = (caller.if_match()?, body?);
    let arranged =
        block_order.arrange(&site, &blocks, seen, &user.name).await.map_err(order_problem)?;
    respond(&user, &arranged)
}

fn respond(
    user: &session::User,
    arranged: &pailou_drafts::BlockOrder,
) -> Result<Response, Problem> {
    let may = |locale| user.require_for_text(Permission::PagesEdit, LANDING, locale).is_ok();
    let block = |page: &pailou_drafts::Page| {
        let title = |locale| page.text(locale).map(|text| text.saved.title.clone());
        ArrangedBlock {
            id: page.id.clone(),
            name: page.block_name().to_owned(),
            zh: title(Locale::Zh),
            en: title(Locale::En),
        }
    };
    let revision = arranged.revision();
    let body = BlockOrder {
        revision: revision.clone(),
        can_reorder: arranged.locales().all(may),
        blocks: arranged.blocks().map(block).collect(),
    };
    Ok(reply::private(reply::with_etag(reply::json(&body)?, &revision)))
}

fn order_problem(error: ArrangeError) -> Problem {
    match error {
        ArrangeError::Stale => Problem::Stale { current: None, base: None },
        ArrangeError::NotAll => Problem::invalid("blocks", "not-all-blocks", error.to_string()),
        ArrangeError::Unwritable(_) => {
            Problem::invalid("blocks", "order-unwritable", error.to_string())
        }
        ArrangeError::Database(error) | ArrangeError::Draft(DraftError::Database(error)) => {
            error.into()
        }
        ArrangeError::Draft(error) => Problem::Internal(error.to_string()),
    }
}
