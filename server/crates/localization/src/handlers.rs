//! Handlers of translation statistics.

use warp::reply::Response;

use super::store;
use pailou_database::id;
use pailou_site::Site;
use pailou_store::TEXTS;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Get translation status
///
/// Counts of segments by area and language. `x-total-sum` is the sum of `total`.
#[utoipa::path(get, path = "/api/v1/public/localization/status", tag = "localization",
    responses((status = 200, description = "One row per area and language", body = [super::api::Status],
        headers(("x-total-count" = i64), ("x-total-sum" = i64)))))]
pub(crate) async fn status(site: Site) -> Result<Response, Problem> {
    let rows = store::status(&site.db, id::now()).await?;
    let (count, sum) = (rows.len() as i64, rows.iter().map(|row| row.total).sum());
    Ok(reply::with_cache_tags(reply::list(&rows, count, Some(sum))?, [TEXTS.to_owned()]))
}
