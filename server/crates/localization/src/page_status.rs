//! Pages with their translation state: the list, its filters, and its order.

use std::str::FromStr;

use core_wasm::locale::Locale;
use warp::reply::Response;

use super::api::{PageSort, PageStatus, PageStatusQuery};
use super::store::{self, PageFilter, PageRow};
use super::{Localization, fresh, hidden_pages};
use pailou_database::id;
use pailou_store::address;
use pailou_web::problem::Problem;
use pailou_web::{Query, params, reply};

/// Maximum length of the search text in characters; a longer one is truncated.
const MAX_SEARCH: usize = 200;

/// List pages with translation state
///
/// Returns one row per page and language. `x-total-sum` is the number of segments that are not up to date.
#[utoipa::path(get, path = "/api/v1/public/localization/pages", tag = "localization",
    params(PageStatusQuery),
    responses(
        (status = 200, description = "One page of the list", body = [PageStatus],
            headers(("x-total-count" = i64), ("x-total-sum" = i64))),
        (status = 400, description = "Unknown language"),
        (status = 422, description = "A filter, `page` or `size` is invalid"),
    ))]
pub(crate) async fn list_page_status(
    Localization { site, .. }: Localization,
    Query(query): Query<PageStatusQuery>,
) -> Result<Response, Problem> {
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let chosen = |text: &Option<String>| text.clone().unwrap_or_default();
    let filter = PageFilter {
        locale: query
            .locale
            .as_deref()
            .filter(|tag| !tag.is_empty())
            .map(params::locale)
            .transpose()?,
        area: params::parse_enum("area", &chosen(&query.area))?,
        state: params::parse_enum("state", &chosen(&query.state))?,
        sort: params::parse_enum("sort", &chosen(&query.sort))?.unwrap_or(PageSort::Priority),
        like: chosen(&query.q).trim().chars().take(MAX_SEARCH).collect(),
        key: query.key,
        hidden: hidden_pages(&site).await?,
        now: id::now(),
    };
    let rows = store::page_rows(&site.db, &filter, (page - 1) * size, size).await?;
    let (count, sum) = match rows.first() {
        Some(first) if first.all_rows > 0 => (first.all_rows, first.all_pending),
        _ => store::page_totals(&site.db, &filter).await?,
    };
    let rows: Vec<_> = rows.into_iter().map(PageStatus::from).collect();
    Ok(fresh(reply::list(&rows, count, Some(sum))?))
}

impl From<PageRow> for PageStatus {
    fn from(row: PageRow) -> Self {
        let locale = Locale::from_str(&row.locale).unwrap_or(Locale::En);
        let is_own = row.own_path.is_some();
        let title_locale = if is_own { locale } else { locale.other() };
        let (path, title) = match is_own {
            true => (row.own_path, row.own_title),
            false => (row.other_path, row.other_title),
        };
        Self {
            url: address(&row.area, title_locale, &path.unwrap_or_default()),
            title: title.unwrap_or_default(),
            title_locale: title_locale.tag().to_owned(),
            locale: row.locale,
            area: row.area,
            key: row.key,
            source_locale: row.source_locale,
            total: row.total,
            up_to_date: row.up_to_date,
            outdated: row.outdated,
            not_translated: row.not_translated,
            not_aligned: row.not_aligned,
            not_reviewed: row.not_reviewed,
            machine_translated: row.machine_translated,
            views: row.views,
            source_changed_at: row.source_changed_at,
            pending_since: row.pending_since,
        }
    }
}
