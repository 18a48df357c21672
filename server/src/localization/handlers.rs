//! Handlers of translation statistics.

use warp::reply::Response;

use super::store;
use crate::shared::problem::Problem;
use crate::shared::record::TEXTS;
use crate::shared::site::Site;
use crate::shared::{id, reply};

/// Get translation status
///
/// Counts of segments by area and language. `x-total-sum` is the sum of `total`.
#[utoipa::path(get, path = "/api/v1/public/localization/status", tag = "localization",
    responses((status = 200, description = "One row per area and language", body = [super::wire::Status],
        headers(("x-total-count" = i64), ("x-total-sum" = i64)))))]
pub(super) async fn status(site: Site) -> Result<Response, Problem> {
    let rows = store::status(&site.db, id::now()).await?;
    let (count, sum) = (rows.len() as i64, rows.iter().map(|row| row.total).sum());
    Ok(reply::showing(reply::list(&rows, count, Some(sum))?, [TEXTS.to_owned()]))
}
