//! Atom feed of a language: pages whose translation became outdated, with the changes of their source.

use core_wasm::locale::Locale;
use http::Method;
use http::header::HeaderMap;
use warp::reply::Response;

use super::api::{PageSort, StateFilter};
use super::badge::file_locale;
use super::store::{self, PageFilter, PageRow};
use super::{Localization, hidden_pages, segments};
use pailou_database::cached::Cached;
use pailou_database::id;
use pailou_markdown::html_escape::escape_html;
use pailou_site::Site;
use pailou_store::page_view::pending::{self, PendingPage, PendingState, PendingTexts};
use pailou_store::{TEXTS, address};
use pailou_text_diff::word_diff::Edit;
use pailou_web::cached_file::CachedFile;
use pailou_web::encoding::accepts_gzip;
use pailou_web::problem::Problem;
use pailou_web::{Route, atom};

const ATOM: &str = "application/atom+xml; charset=utf-8";
/// Maximum number of entries.
const NEWEST: i64 = 30;
/// Maximum number of segments whose change an entry contains.
const MAX_SEGMENTS: usize = 10;

/// Feeds in Chinese and in English, cached until a text changes.
pub(crate) struct Feeds([Cached<CachedFile>; 2]);

impl Feeds {
    pub(crate) fn new() -> Self {
        Self([Cached::new(TEXTS), Cached::new(TEXTS)])
    }
}

pub(crate) fn feed_route(state: &Localization) -> Route {
    Route::new(Method::GET, "/index/localization/feed/{file}", state, feed)
}

async fn feed(
    Localization { site, feeds, .. }: Localization,
    file: String,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let locale = file_locale(&file, ".xml").ok_or(Problem::NotFound)?;
    let cached = &feeds.0[usize::from(locale == Locale::En)];
    let file = cached.get(&site.changes, async || build_feed(&site, locale).await).await?;
    Ok(file.reply(ATOM, accepts_gzip(&headers)))
}

/// Feed entry for an outdated page.
struct Item {
    id: String,
    url: String,
    title: String,
    updated: i64,
    html: String,
}

async fn build_feed(site: &Site, locale: Locale) -> Result<CachedFile, Problem> {
    let filter = PageFilter {
        locale: Some(locale),
        area: None,
        state: Some(StateFilter::Outdated),
        sort: PageSort::Changed,
        like: String::new(),
        key: None,
        hidden: hidden_pages(site).await?,
        now: id::now(),
    };
    let mut items = Vec::new();
    for row in store::page_rows(&site.db, &filter, 0, NEWEST).await? {
        items.extend(item(site, locale, &row).await?);
    }
    let origin = site.settings.origin();
    let name = site.title(locale).await?;
    let (tag, title) = match locale {
        Locale::Zh => ("zh", format!("{name} · 待更新的中文译文")),
        Locale::En => ("en", format!("{name} · Outdated English translations")),
    };
    let (url, home) = (
        format!("{origin}/index/localization/feed/{tag}.xml"),
        format!("{origin}/index/localization"),
    );
    let feed = atom::Feed {
        url: &url,
        home: &home,
        locale,
        title: &title,
        author: &name,
        computed_at: filter.now,
    };
    let entries: Vec<_> = items
        .iter()
        .map(|item| atom::Entry {
            id: item.id.clone(),
            url: format!("{origin}{}", item.url),
            title: &item.title,
            updated: item.updated,
            content: Some(&item.html),
            ..atom::Entry::default()
        })
        .collect();
    Ok(CachedFile::of(&atom::atom(&feed, &entries)))
}

async fn item(site: &Site, locale: Locale, row: &PageRow) -> Result<Option<Item>, sqlx::Error> {
    let page = pending::pending_of_page(site, &row.id, locale).await?;
    let (Some(text), Some(other)) = (&page.text, &page.other) else { return Ok(None) };
    let outdated: Vec<_> =
        page.segments.iter().filter(|it| it.state == PendingState::Outdated).collect();
    let mut html = String::new();
    for segment in outdated.iter().take(MAX_SEGMENTS) {
        let segment_url = segments::url(&row.area, locale, &page, segment);
        let texts = page.texts(site, segment).await?;
        html.push_str(&section(&site.settings.origin(), locale, (&page, &segment_url), &texts));
    }
    let title = match (locale, outdated.len()) {
        (Locale::Zh, count) => format!("{}：{count} 个段落待更新", text.title),
        (Locale::En, 1) => format!("{}: 1 segment is outdated", text.title),
        (Locale::En, count) => format!("{}: {count} segments are outdated", text.title),
    };
    Ok(Some(Item {
        // The id contains the time of the source change, so that a later change creates a new entry.
        id: format!("urn:pailou:text:{}:outdated:{}", text.id, other.updated_at),
        url: address(&row.area, locale, &text.path),
        title,
        updated: other.updated_at,
        html,
    }))
}

/// Returns the HTML of a segment: the change of the source, and the translation as a link to the segment on the page.
fn section(
    origin: &str,
    locale: Locale,
    (page, segment_url): (&PendingPage, &str),
    texts: &PendingTexts,
) -> String {
    let mut source = String::new();
    for (edit, text) in &texts.pieces {
        match edit {
            Edit::Same => source.push_str(&escape_html(text)),
            Edit::Old => source.push_str(&format!("<del>{}</del>", escape_html(text))),
            Edit::New => source.push_str(&format!("<ins>{}</ins>", escape_html(text))),
        }
    }
    if texts.pieces.is_empty() {
        source = escape_html(&texts.source);
    }
    let source_tag = page.other.as_ref().map_or("", |other| other.locale.as_str());
    format!(
        "<p lang=\"{source_tag}\">{source}</p><blockquote lang=\"{}\"><a href=\"{}{}\">{}</a></blockquote>",
        locale.tag(),
        escape_html(origin),
        escape_html(segment_url),
        escape_html(&texts.translation),
    )
}
