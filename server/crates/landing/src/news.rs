//! Handlers of the news.

use std::str::FromStr;

use core_wasm::locale::Locale;
use warp::reply::Response;

use super::api::{ListedNews, NewsPage};
use pailou_markdown::html::Rendered;
use pailou_markdown::section::excerpt;
use pailou_site::Site;
use pailou_store::api::{Counterpart, TextState};
use pailou_store::news::{Entry, News};
use pailou_store::sql;
use pailou_store::sql::Text;
use pailou_store::{LINK_TARGETS, NEWS, TEXTS};
use pailou_web::params::PageQuery;
use pailou_web::problem::Problem;
use pailou_web::{Query, Tail};
use pailou_web::{params, reply};

/// List news
///
/// Returns the entries, newest first. An entry that is not translated is returned in the other
/// language.
#[utoipa::path(get, path = "/api/v1/public/news/{locale}", tag = "landing",
    params(("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"), PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [ListedNews], headers(("x-total-count" = i64))),
        (status = 400, description = "Unknown locale"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(crate) async fn list(
    tag: String,
    Query(query): Query<PageQuery>,
    site: Site,
) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let (page, size) = query.pagination()?;
    let news = News::of(&site).await?;
    let entries = news.published();
    let skip = usize::try_from((page - 1) * size).unwrap_or(usize::MAX);
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let listed = all_listed(&site, entries.iter().skip(skip).take(size), locale).await?;
    let total = i64::try_from(entries.len()).unwrap_or(i64::MAX);
    let shows = [LINK_TARGETS.to_owned(), TEXTS.to_owned()];
    let response = reply::with_cache_tags(reply::list(&listed, total, None)?, shows);
    until_the_next(&site, response).await
}

/// Get news entry
///
/// Returns the entry in the requested language, or in the other one if it is not translated.
#[utoipa::path(get, path = "/api/v1/public/news/{locale}/{path}", tag = "landing",
    params(
        ("locale" = String, Path, description = "`zh`, `en`, `zh-CN`, or `en-US`"),
        ("path" = String, Path, description = "Path of the entry"),
    ),
    responses(
        (status = 200, body = NewsPage),
        (status = 400, description = "Unknown locale"),
        (status = 404, description = "The entry does not exist, or is not published yet"),
    ))]
pub(crate) async fn entry(tag: String, tail: Tail, site: Site) -> Result<Response, Problem> {
    let locale = params::locale(&tag)?;
    let path = params::path(tail.as_str())?;
    let news = News::of(&site).await?;
    let entries = news.published();
    let at = entries.iter().position(|entry| entry.is_at(&path)).ok_or(Problem::NotFound)?;
    let found = &entries[at];
    let text = found.text(locale).ok_or(Problem::NotFound)?;
    let revision = sql::published_revision(&site.db, &text.id).await?.ok_or(Problem::NotFound)?;
    let targets = pailou_store::link_targets(&site).await?;
    let rendered = pailou_store::rendered(&targets, text, &revision);
    let own = locale_of(text, locale);
    let beside = |at: Option<usize>| at.and_then(|at| entries.get(at));
    let beside = |at| all_listed(&site, beside(at).into_iter(), locale);
    let other = own.other();
    let newer = beside(at.checked_sub(1)).await?.pop();
    let older = beside(Some(at + 1)).await?.pop();
    let page = NewsPage {
        url: pailou_store::address(NEWS, own, &text.path),
        title: text.title.clone(),
        description: description(text, &rendered),
        locale: text.locale.clone(),
        at: found.at,
        updated_at: text.updated_at,
        html: rendered.html,
        counterpart: found.text(other).filter(|_| found.is_in(other)).map(|text| Counterpart {
            locale: other.tag().to_owned(),
            url: pailou_store::address(NEWS, other, &text.path),
            state: TextState::of(text),
            outdated: text.segments_outdated + text.segments_not_translated,
        }),
        newer,
        older,
    };
    let shows = [LINK_TARGETS.to_owned(), TEXTS.to_owned()];
    until_the_next(&site, reply::with_cache_tags(reply::json(&page)?, shows)).await
}

/// Returns up to `count` news entries for the front page, the newest first.
pub(crate) async fn newest(
    site: &Site,
    locale: Locale,
    count: usize,
) -> Result<Vec<ListedNews>, Problem> {
    let news = News::of(site).await?;
    all_listed(site, news.published().iter().take(count), locale).await
}

/// Limits the cache time of a response with news: it expires when the next scheduled entry is published.
pub(crate) async fn until_the_next(site: &Site, response: Response) -> Result<Response, Problem> {
    let is_valid_for = News::of(site).await?.valid_for();
    Ok(match is_valid_for {
        Some(time) => reply::with_max_age(response, time),
        None => response,
    })
}

/// Returns news entries for a list. An entry without a description gets an excerpt of its text.
async fn all_listed(
    site: &Site,
    entries: impl Iterator<Item = &Entry>,
    requested_locale: Locale,
) -> Result<Vec<ListedNews>, Problem> {
    let targets = pailou_store::link_targets(site).await?;
    let mut all = Vec::new();
    for entry in entries {
        let Some(text) = entry.text(requested_locale) else { continue };
        let rendered = match text.description.is_empty() {
            true => sql::published_revision(&site.db, &text.id).await?,
            false => None,
        };
        let rendered = rendered.map(|revision| pailou_store::rendered(&targets, text, &revision));
        all.push(ListedNews {
            url: pailou_store::address(NEWS, requested_locale, &text.path),
            title: text.title.clone(),
            description: description(text, &rendered.unwrap_or_default()),
            locale: text.locale.clone(),
            at: entry.at,
        });
    }
    Ok(all)
}

/// Returns the description in front matter, or else the beginning of the text.
pub(crate) fn description(text: &Text, rendered: &Rendered) -> String {
    match text.description.is_empty() {
        true => excerpt(&rendered.sections),
        false => text.description.clone(),
    }
}

fn locale_of(text: &Text, requested_locale: Locale) -> Locale {
    Locale::from_str(&text.locale).unwrap_or(requested_locale)
}
