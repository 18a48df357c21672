//! Translation status by language and area.

use warp::reply::Response;

use super::api::{LocalizationOverview, Status};
use super::interface::Counts;
use super::{Localization, fresh, hidden_pages, interface, store, trend};
use core_wasm::locale::Locale;
use pailou_database::id;
use pailou_site::Site;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Get translation status
///
/// Returns counts of segments by area and language. `x-total-sum` is the sum of `total`.
#[utoipa::path(get, path = "/api/v1/public/localization/status", tag = "localization",
    responses((status = 200, description = "One row per area and language", body = [Status],
        headers(("x-total-count" = i64), ("x-total-sum" = i64)))))]
pub(crate) async fn translation_status(
    Localization { site, .. }: Localization,
) -> Result<Response, Problem> {
    let rows = store::status_rows(&site.db, id::now(), &hidden_pages(&site).await?).await?;
    let (count, sum) = (rows.len() as i64, rows.iter().map(|row| row.total).sum());
    Ok(fresh(reply::list(&rows, count, Some(sum))?))
}

/// Get translation overview
///
/// Returns the status of all areas, including those without pages.
#[utoipa::path(get, path = "/api/v1/public/localization/overview", tag = "localization",
    responses((status = 200, description = "The overview", body = LocalizationOverview)))]
pub(crate) async fn overview(Localization { site, .. }: Localization) -> Result<Response, Problem> {
    let now = id::now();
    let recorded_at = trend::recorded_at(&site.db).await?;
    let overview = LocalizationOverview {
        as_of: now,
        recorded_at,
        late: trend::is_late(recorded_at, now),
        has_views: store::has_views(&site.db).await?,
        rows: all_areas(&site, now).await?,
    };
    Ok(fresh(reply::json(&overview)?))
}

/// Returns one row per language and area that has something to translate. The areas are those of the pages, and
/// `navigation`, `interface`, and `alt_text`.
pub(crate) async fn all_areas(site: &Site, now: i64) -> Result<Vec<Status>, sqlx::Error> {
    let mut rows = store::status_rows(&site.db, now, &hidden_pages(site).await?).await?;
    let profile = site.profile().await?;
    let folders = store::folder_titles(&site.db).await?;
    let (images, without_zh, without_en) = store::alt_texts(&site.db).await?;
    let folders = |locale: Locale| {
        let own = folders.iter().find(|(tag, _, _)| tag == locale.tag());
        own.map_or_else(Counts::default, |(_, total, missing)| Counts::missing(*total, *missing))
    };
    let navigation =
        |locale| interface::navigation(profile.navigation.as_ref(), locale) + folders(locale);
    let messages = |locale| interface::messages(profile.messages.as_ref(), locale);
    let alt_text = |locale| match locale {
        Locale::Zh => Counts::missing(images, without_zh),
        Locale::En => Counts::missing(images, without_en),
    };
    let areas: [(&str, &dyn Fn(Locale) -> Counts); 3] =
        [("navigation", &navigation), ("interface", &messages), ("alt_text", &alt_text)];
    for (area, counts) in areas {
        for locale in [Locale::Zh, Locale::En] {
            let counts = counts(locale);
            if counts.total > 0 {
                rows.push(area_status(locale, area, counts, now));
            }
        }
    }
    Ok(rows)
}

fn area_status(locale: Locale, area: &str, counts: Counts, now: i64) -> Status {
    Status {
        locale: locale.tag().to_owned(),
        area: area.to_owned(),
        total: counts.total,
        up_to_date: counts.total - counts.outdated - counts.not_translated,
        outdated: counts.outdated,
        not_translated: counts.not_translated,
        not_aligned: 0,
        not_reviewed: 0,
        machine_translated: 0,
        as_of: now,
    }
}
