//! Page list of the admin area.

use core_wasm::locale::Locale;
use serde::Deserialize;
use utoipa::IntoParams;
use warp::reply::Response;

use super::api::{AdminPage, AdminText, PublicationState};
use super::store::{self, PageFilter, Row, Side};
use pailou_auth::guard::{Allowed, permission};
use pailou_database::id;
use pailou_site::Site;
use pailou_store::address;
use pailou_store::news::News;
use pailou_store::view_counts;
use pailou_web::Query;
use pailou_web::params;
use pailou_web::params::{Named, enum_schema};
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Minimum interval between two updates of the view counts, in milliseconds.
const COUNT_INTERVAL_MS: i64 = 60_000;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PagesQuery {
    /// Area of the pages: `docs`, `landing`, or `news`. Default: all.
    area: Option<String>,
    /// Text that a title or a path contains.
    q: Option<String>,
    /// Language that `state` applies to. Default: any.
    locale: Option<String>,
    /// State of the texts: `published`, `draft`, `changed`, `scheduled`, `outdated`, `not_translated`, or `trash`.
    /// Default: all except the trash.
    #[param(schema_with = enum_schema::<store::State>)]
    state: Option<String>,
    /// Order: `updated` (latest first), `title`, `path`, or `views`. Default: `updated`.
    #[param(schema_with = enum_schema::<store::Sort>)]
    sort: Option<String>,
    /// Page number, from 1. Default: 1.
    page: Option<String>,
    /// Page size. Default: 20. Maximum: 200.
    size: Option<String>,
}

/// List pages
#[utoipa::path(get, path = "/api/v1/admin/pages", tag = "admin", params(PagesQuery),
    responses(
        (status = 200, description = "One page of the list; `x-total-sum` is the sum of the views of the last 30 days", body = [AdminPage], headers(("x-total-count" = i64), ("x-total-sum" = i64))),
        (status = 400, description = "Unknown locale"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to read drafts"),
        (status = 422, description = "`page` or `size` is out of range, or `state` or `sort` is invalid"),
    ))]
pub(super) async fn list_pages(
    _: Allowed<permission::PagesRead>,
    site: Site,
    Query(query): Query<PagesQuery>,
) -> Result<Response, Problem> {
    let (page, size) = params::pagination(query.page.as_deref(), query.size.as_deref())?;
    let or_empty = |text: &Option<String>| text.clone().unwrap_or_default();
    let locale = match query.locale.as_deref() {
        None | Some("") => None,
        Some(tag) => Some(params::locale(tag)?),
    };
    let filter = PageFilter {
        area: or_empty(&query.area),
        like: or_empty(&query.q).trim().to_lowercase(),
        locale,
        state: params::parse_enum("state", &or_empty(&query.state))?,
        sort: params::parse_enum("sort", &or_empty(&query.sort))?,
    };
    count_views(&site).await?;
    let (total, sum) = store::totals(&site.db, &filter).await?;
    let rows = store::pages(&site.db, &filter, (page - 1) * size, size).await?;
    let news = News::of(&site).await?;
    let rows: Vec<_> = rows.into_iter().map(|row| to_admin_page(row, &site, &news)).collect();
    Ok(reply::private(reply::list(&rows, total, Some(sum))?))
}

impl Named for store::State {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("published", Self::Published),
        ("draft", Self::Draft),
        ("changed", Self::Changed),
        ("scheduled", Self::Scheduled),
        ("outdated", Self::Outdated),
        ("not_translated", Self::NotTranslated),
        ("trash", Self::Trash),
    ];
}

impl Named for store::Sort {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("updated", Self::Updated),
        ("title", Self::Title),
        ("path", Self::Path),
        ("views", Self::Views),
    ];
}

/// Updates the view counts, at most once per `COUNT_INTERVAL_MS`. The response waits for the first update of a site;
/// later updates run in the background.
async fn count_views(site: &Site) -> Result<(), sqlx::Error> {
    let now = id::now();
    match view_counts::counted_at(&site.db).await? {
        Some(at) if now - at < COUNT_INTERVAL_MS => {}
        None => try_to_count(site).await,
        Some(_) => {
            let site = site.clone();
            tokio::spawn(async move { try_to_count(&site).await });
        }
    }
    Ok(())
}

/// Updates the view counts. An error is logged; the list then contains the previous counts.
async fn try_to_count(site: &Site) {
    if let Err(error) = view_counts::update_view_counts(&site.db, id::now()).await {
        tracing::warn!(%error, "counting page views failed");
    }
}

fn to_admin_page(row: Row, site: &Site, news: &News) -> AdminPage {
    let visible_at = news.visible_at(&row.id);
    let text = |locale: Locale, mut side: Side| {
        side.source = side.source.filter(|source| site.settings.has_source(source));
        side.into_admin_text(&row.area, locale, visible_at)
    };
    let (zh, en) = (row.zh(), row.en());
    AdminPage {
        zh: text(Locale::Zh, zh),
        en: text(Locale::En, en),
        id: row.id,
        area: row.area,
        key: row.key,
        source_locale: row.source_locale,
        views: row.views,
    }
}

impl Side {
    /// Converts one language of a page to the API type; `None` if the page has no text in this language.
    fn into_admin_text(
        self,
        area: &str,
        locale: Locale,
        visible_at: Option<i64>,
    ) -> Option<AdminText> {
        let path = self.path?;
        let state = PublicationState::of(self.trashed_at.is_some(), self.published.is_some());
        Some(AdminText {
            locale: locale.tag().to_owned(),
            url: address(area, locale, &path),
            path,
            title: self.title.unwrap_or_default(),
            state,
            visible_at: state.visible_at(visible_at),
            changed: self.drafted_at.is_some(),
            publish_at: self.publish_at,
            error: self.fault.filter(|error| !error.is_empty()),
            updated_at: self.drafted_at.or(self.updated_at).unwrap_or_default(),
            author: self.author.unwrap_or_default(),
            outdated: self.outdated.unwrap_or_default(),
            not_translated: self.not_translated.unwrap_or_default(),
            not_aligned: self.not_aligned.unwrap_or_default(),
            source: self.source,
        })
    }
}
