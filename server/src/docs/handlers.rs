//! Requests of the documentation area: understand, ask, reply.

use std::str::FromStr;
use std::sync::Arc;

use core_wasm::locale::Locale;
use percent_encoding::percent_decode_str;
use warp::filters::path::Tail;
use warp::reply::Response;

use super::tree::{self, Navigation};
use super::wire::{
    BehindSegment, Heading, ListQuery, ListedPage, Page, PageCommit, PageQuery, SearchQuery, Tree,
    TreeQuery,
};
use super::{AREA, Found, address, find, reading, search};
use crate::shared::changes::Tag;
use crate::shared::content::page_path;
use crate::shared::content::section::reading_minutes;
use crate::shared::derived::Derived;
use crate::shared::problem::Problem;
use crate::shared::record::reading::Reading;
use crate::shared::record::store::{self, Text};
use crate::shared::record::upstream::{self, Origin};
use crate::shared::record::wire::{Counterpart, TextState};
use crate::shared::record::{self, TEXTS, TREE, catalog};
use crate::shared::reply;
use crate::shared::site::Site;
use crate::shared::sources;

/// The area's state: the site, and what is derived from its pages and kept in memory.
#[derive(Clone)]
pub(super) struct Shelf {
    pub(super) site: Site,
    navigation: Arc<[Derived<Navigation>; 2]>,
}

impl Shelf {
    pub(super) fn new(site: Site) -> Self {
        let navigation = [Derived::new(TREE), Derived::new(TREE)];
        Self { site, navigation: Arc::new(navigation) }
    }

    async fn navigation(&self, locale: Locale) -> Result<Arc<Navigation>, Problem> {
        let kept = &self.navigation[usize::from(locale == Locale::En)];
        kept.get(&self.site.changes, || tree_of(&self.site, locale)).await
    }
}

async fn tree_of(site: &Site, locale: Locale) -> Result<Navigation, Problem> {
    let outline = store::outline(&site.db, AREA).await?;
    let sections = store::sections(&site.db, AREA, locale).await?;
    Ok(tree::of_outline(locale, outline, sections))
}

pub(super) fn locale(text: &str) -> Result<Locale, Problem> {
    Locale::from_str(text).map_err(|_| Problem::BadRequest(format!("unknown locale `{text}`")))
}

pub(super) fn decoded(path: &str) -> Result<String, Problem> {
    let path = percent_decode_str(path.trim_end_matches('/')).decode_utf8();
    let path = path.map_err(|_| Problem::BadRequest("the path is not UTF-8".to_owned()))?;
    if path.contains('\0') {
        return Err(Problem::NotFound);
    }
    Ok(path.into_owned())
}

/// A number of the query within its bounds; a list says what it allows.
fn number(field: &str, text: Option<&str>, default: i64, most: i64) -> Result<i64, Problem> {
    let Some(text) = text else { return Ok(default) };
    text.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(|| {
        Problem::invalid(field, "out-of-range", format!("`{field}` is a number from 1 to {most}."))
    })
}

/// The pages of the documentation.
#[utoipa::path(get, path = "/api/v1/public/docs", tag = "docs", params(ListQuery),
    responses(
        (status = 200, description = "A part of the list", body = [ListedPage], headers(("x-total-count" = i64))),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(super) async fn list(query: ListQuery, shelf: Shelf) -> Result<Response, Problem> {
    let locale = query.locale.as_deref().map(locale).transpose()?;
    let page = number("page", query.page.as_deref(), 1, 1_000_000)?;
    let size = number("size", query.size.as_deref(), 20, 200)?;
    let db = &shelf.site.db;
    let (texts, total) = store::list(db, AREA, locale, (page - 1) * size, size).await?;
    let mut listed = Vec::with_capacity(texts.len());
    for text in texts {
        let counterpart = counterpart(&shelf.site, &text).await?;
        listed.push(ListedPage {
            url: address(locale_of(&text), &text.path),
            state: state(&text),
            key: text.key,
            title: text.title,
            locale: text.locale,
            updated_at: text.updated_at,
            counterpart,
        });
    }
    Ok(reply::showing(reply::list(&listed, total, None)?, [TEXTS.to_owned()]))
}

pub(super) fn locale_of(text: &Text) -> Locale {
    Locale::from_str(&text.locale).unwrap_or(Locale::En)
}

pub(super) fn state(text: &Text) -> TextState {
    if text.segments_behind > 0 || text.segments_missing > 0 {
        TextState::Behind
    } else if text.segments_machine > 0 {
        TextState::Machine
    } else if text.segments_unreviewed > 0 {
        TextState::Unreviewed
    } else {
        TextState::Current
    }
}

async fn counterpart(site: &Site, text: &Text) -> Result<Option<Counterpart>, Problem> {
    let other = store::text_of_page(&site.db, &text.page_id, locale_of(text).other()).await?;
    Ok(other.map(|other| Counterpart {
        url: address(locale_of(&other), &other.path),
        state: state(&other),
        behind: other.segments_behind + other.segments_missing,
        locale: other.locale,
    }))
}

/// A page, in the other language where it is not translated.
#[utoipa::path(get, path = "/api/v1/public/docs/{locale}/{path}", tag = "docs",
    params(
        ("locale" = String, Path, description = "zh, en, zh-CN or en-US"),
        ("path" = String, Path, description = "Such as guide/start; empty for the first page"),
        PageQuery,
    ),
    responses(
        (status = 200, description = "The page", body = Page, headers(("etag" = String))),
        (status = 308, description = "The page stands at another path now", headers(("location" = String))),
        (status = 404, description = "There is no such page"),
    ))]
pub(super) async fn page(
    tag: String,
    path: Tail,
    query: PageQuery,
    shelf: Shelf,
) -> Result<Response, Problem> {
    let asked = locale(&tag)?;
    let path = decoded(path.as_str())?;
    let site = &shelf.site;
    let at = store::text_at(&site.db, AREA, asked, &path).await?;
    if at.as_ref().is_none_or(|text| text.locale != asked.tag())
        && let Found::Moved(to) = find(site, asked, &path).await?
    {
        return Ok(moved(asked, &to, &query));
    }
    let text = at.ok_or(Problem::NotFound)?;
    let revision = store::published(&site.db, &text.id).await?.ok_or(Problem::NotFound)?;
    let navigation = shelf.navigation(asked).await?;
    let around = navigation.around(&path);
    let counterpart = counterpart(site, &text).await?;
    let Reading { rendered, anchors, moved } =
        record::reading::reading(site, &text, &revision).await?;
    let behind: Vec<_> = moved.into_iter().map(reading::behind_segment).collect();
    let headings = reading::headings(rendered.headings, &anchors);
    let origin = upstream::origin(&site.db, &text.id).await?;
    let commit = origin.as_ref().map(|origin| origin.commit_id.as_str());
    let place = format!("{}{}", around.mark(), commit.unwrap_or_default());
    let stand = stand(&place, counterpart.as_ref(), &behind, &headings, text.segments_missing);
    let etag = format!("{}-{}-{stand}", text.id, revision.number);
    let shows = around.folders.iter().map(|folder| format!("branch:{folder}"));
    let shows: Vec<Tag> = shows.chain([record::page_tag(AREA, &text.key)]).collect();
    let page = Page {
        url: address(asked, &path),
        asked: asked.tag().to_owned(),
        title: text.title.clone(),
        description: text.description.clone(),
        html: rendered.html,
        headings,
        reading_minutes: reading_minutes(&rendered.sections),
        markdown: (query.markdown.as_deref() != Some("false")).then_some(revision.markdown),
        counterpart,
        behind,
        missing: text.segments_missing,
        revision: format!("{}-{}", text.id, revision.number),
        updated_at: text.updated_at,
        authors: authors(site, &text, origin.as_ref()).await?,
        source_locale: text.source_locale,
        previous: around.previous,
        next: around.next,
        breadcrumbs: around.breadcrumbs,
        edit_url: edit_url(site, &text.file, origin.as_ref()),
        commit: origin.as_ref().map(|origin| PageCommit {
            url: sources::commit_url(site, origin),
            id: origin.commit_id.clone(),
            source: origin.source.clone(),
            file: origin.file.clone(),
        }),
        key: text.key,
        locale: text.locale,
    };
    Ok(reply::with_etag(reply::showing(reply::json(&page)?, shows), &etag))
}

/// The same question about the path at which the page stands now.
fn moved(locale: Locale, path: &str, query: &PageQuery) -> Response {
    let mut to = format!("/api/v1/public/docs/{}/{}", locale.segment(), page_path::encode(path));
    if let Some(markdown) = &query.markdown {
        to.push_str("?markdown=");
        to.push_str(&page_path::encode(markdown));
    }
    let mut response = reply::empty(http::StatusCode::PERMANENT_REDIRECT);
    if let Ok(to) = http::HeaderValue::from_str(&to) {
        response.headers_mut().insert(http::header::LOCATION, to);
    }
    response
}

/// Of everything in the answer that is not the text: its place, and the other language.
fn stand(
    place: &str,
    counterpart: Option<&Counterpart>,
    behind: &[BehindSegment],
    headings: &[Heading],
    missing: i64,
) -> String {
    let parts = (place, counterpart, behind, headings, missing);
    let parts = serde_json::to_vec(&parts).unwrap_or_default();
    blake3::hash(&parts).to_hex()[..8].to_owned()
}

/// Who wrote it: in Git, and on the site.
async fn authors(
    site: &Site,
    text: &Text,
    origin: Option<&Origin>,
) -> Result<Vec<String>, Problem> {
    let mut names = catalog::authors(&site.db, &text.id).await?;
    for author in origin.map(Origin::authors).unwrap_or_default() {
        if !names.contains(&author.name) {
            names.push(author.name);
        }
    }
    Ok(names)
}

fn edit_url(site: &Site, file: &str, origin: Option<&Origin>) -> Option<String> {
    if let Some(origin) = origin {
        return sources::edit_url(site, origin);
    }
    let pattern = site.settings.site_edit_url.as_ref()?;
    Some(pattern.replace("{file}", file))
}

/// The navigation, open along the way to a page.
#[utoipa::path(get, path = "/api/v1/public/docs-tree/{locale}", tag = "docs",
    params(("locale" = String, Path, description = "zh, en, zh-CN or en-US"), TreeQuery),
    responses((status = 200, description = "The navigation", body = Tree)))]
pub(super) async fn tree(tag: String, query: TreeQuery, shelf: Shelf) -> Result<Response, Problem> {
    let locale = locale(&tag)?;
    let at = query.at.unwrap_or_default();
    let navigation = shelf.navigation(locale).await?;
    let mut folders = tree::ancestors(&at);
    folders.push(at.clone());
    let shows = folders.into_iter().map(|folder| format!("branch:{folder}"));
    Ok(reply::showing(reply::json(&Tree { nodes: navigation.open_at(&at) })?, shows))
}

/// Sections that hold the words, best first.
#[utoipa::path(get, path = "/api/v1/public/search", tag = "docs", params(SearchQuery),
    responses(
        (status = 200, description = "The best of them", body = [super::wire::Hit], headers(("x-total-count" = i64))),
        (status = 422, description = "`size` is out of range"),
    ))]
pub(super) async fn search(query: SearchQuery, shelf: Shelf) -> Result<Response, Problem> {
    let asked = query.locale.as_deref().map_or(Ok(Locale::En), locale)?;
    let size = number("size", query.size.as_deref(), 20, 200)?;
    let question = query.q.as_deref().unwrap_or_default();
    let size = usize::try_from(size).unwrap_or(20);
    let (shown, total) = search::find(&shelf.site, question, asked, size).await?;
    let total = i64::try_from(total).unwrap_or(i64::MAX);
    Ok(reply::showing(reply::list(&shown, total, None)?, [TEXTS.to_owned()]))
}
