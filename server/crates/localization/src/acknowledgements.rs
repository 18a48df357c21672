//! Acknowledgements: segments that users or trailers of commits marked as still correct, newest first.

use std::str::FromStr;

use core_wasm::locale::Locale;
use warp::reply::Response;

use super::api::AcknowledgementRow;
use super::contributors::public_name;
use super::store::{self, Acknowledged};
use super::{Localization, fresh, hidden_pages};
use pailou_content::page_path::encode;
use pailou_store::{StoredSegment, address};
use pailou_web::params::PageQuery;
use pailou_web::problem::Problem;
use pailou_web::{Query, reply};

/// List acknowledgements
///
/// Returns segments of published texts that a user, or the trailer `Translation-Still-Correct` of a commit, marked as
/// still correct after the source changed, newest first.
#[utoipa::path(get, path = "/api/v1/public/localization/acknowledgements", tag = "localization",
    params(PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [AcknowledgementRow],
            headers(("x-total-count" = i64))),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(crate) async fn acknowledgements(
    Localization { site, .. }: Localization,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let (page, size) = query.pagination()?;
    let hidden = hidden_pages(&site).await?;
    let names = &site.settings.localization_hidden_contributors;
    let rows = store::acknowledged(&site.db, &hidden, (page - 1) * size, size).await?;
    let count = store::count_acknowledged(&site.db, &hidden).await?;
    let rows: Vec<_> = rows.into_iter().map(|row| to_acknowledgement_row(row, names)).collect();
    Ok(fresh(reply::list(&rows, count, None)?))
}

fn to_acknowledgement_row(row: Acknowledged, hidden_names: &[String]) -> AcknowledgementRow {
    let locale = Locale::from_str(&row.locale).unwrap_or(Locale::En);
    let segments: Vec<StoredSegment> = serde_json::from_str(&row.segments).unwrap_or_default();
    let segment = segments.into_iter().find(|segment| segment.id == row.segment);
    let page = address(&row.area, locale, &row.path);
    let url = match segment.and_then(|segment| segment.heading) {
        Some(id) if !page.contains('#') => format!("{page}#{}", encode(&id)),
        _ => page,
    };
    AcknowledgementRow {
        locale: row.locale,
        area: row.area,
        key: row.key,
        title: row.title,
        url,
        segment: row.segment,
        name: public_name(&row.created_by, hidden_names),
        at: row.created_at,
        commit: Some(row.commit_id).filter(|commit| !commit.is_empty()),
    }
}
