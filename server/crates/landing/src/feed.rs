//! News feeds: Atom 1.0 (RFC 4287) and JSON Feed 1.1 (jsonfeed.org/version/1.1).

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use core_wasm::locale::Locale;
use http::header::HeaderMap;
use serde_json::json;
use tokio::sync::Mutex;
use warp::reply::Response;

use pailou_content::link::LinkTargets;
use pailou_database::change_feed::Changes;
use pailou_database::id;
use pailou_dates::rfc3339;
use pailou_markdown::html_escape::escape_html;
use pailou_site::Site;
use pailou_site_config::profile;
use pailou_store::news::{Entry, News};
use pailou_store::sql;
use pailou_store::sql::Text;
use pailou_store::{LINK_TARGETS, NEWS, TEXTS};
use pailou_web::atom;
use pailou_web::cached_file::CachedFile;
use pailou_web::encoding::accepts_gzip;
use pailou_web::problem::Problem;

const ATOM: &str = "application/atom+xml; charset=utf-8";
const JSON: &str = "application/feed+json; charset=utf-8";
/// Maximum number of news entries in a feed.
const NEWEST: usize = 30;

/// Format and language of a news feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feed {
    Atom(Locale),
    Json(Locale),
}

/// All news feeds. Each feed is cached until its content may have changed.
#[derive(Clone)]
pub struct Feeds {
    site: Site,
    cached: Arc<Mutex<[Option<CachedFeed>; 4]>>,
}

struct CachedFeed {
    /// Value of the change counter before this feed was generated.
    version: i64,
    /// Publication time of the next scheduled news entry; `None` if none is scheduled.
    until: Option<i64>,
    file: CachedFile,
}

impl CachedFeed {
    fn is_current(&self, changes: &Changes) -> bool {
        self.until.is_none_or(|until| id::now() < until)
            && changes.unchanged_since(
                self.version,
                &[TEXTS, LINK_TARGETS, profile::TAG].map(str::to_owned),
            )
    }
}

impl Feeds {
    pub fn new(site: &Site) -> Self {
        Self { site: site.clone(), cached: Arc::default() }
    }

    pub async fn reply(&self, feed: Feed, headers: &HeaderMap) -> Result<Response, Problem> {
        let (locale, index, media_type) = match feed {
            Feed::Atom(locale) => (locale, 0, ATOM),
            Feed::Json(locale) => (locale, 2, JSON),
        };
        let index = index + usize::from(locale == Locale::En);
        // Concurrent requests wait here while the feed is generated.
        let mut cached = self.cached.lock().await;
        if let Some(cached) =
            cached[index].as_ref().filter(|cached| cached.is_current(&self.site.changes))
        {
            return Ok(cached.file.reply(media_type, accepts_gzip(headers)));
        }
        let version = self.site.changes.version();
        let news = News::of(&self.site).await?;
        let is_valid_for = news.valid_for().unwrap_or(Duration::MAX);
        let until =
            i64::try_from(is_valid_for.as_millis()).ok().and_then(|ms| id::now().checked_add(ms));
        let items = items(&self.site, &news, locale).await?;
        let about = About::of(&self.site, locale).await?;
        let file = CachedFile::of(&match feed {
            Feed::Atom(_) => atom(&about, &items),
            Feed::Json(_) => json_feed(&about, &items),
        });
        let response = file.reply(media_type, accepts_gzip(headers));
        cached[index] = Some(CachedFeed { version, until, file });
        Ok(response)
    }
}

struct About {
    origin: String,
    locale: Locale,
    site: String,
    title: String,
}

impl About {
    async fn of(site: &Site, locale: Locale) -> Result<Self, sqlx::Error> {
        let name = site.title(locale).await?;
        let news = match locale {
            Locale::Zh => "新闻",
            Locale::En => "News",
        };
        let title = format!("{name} · {news}");
        Ok(Self { origin: site.settings.origin(), locale, site: name, title })
    }

    /// Returns the URL of the news page.
    fn home(&self) -> String {
        format!("{}{}", self.origin, pailou_store::address(NEWS, self.locale, ""))
    }

    fn own(&self, ending: &str) -> String {
        format!("{}.{ending}", self.home())
    }
}

struct Item {
    id: String,
    url: String,
    title: String,
    description: String,
    locale: String,
    at: i64,
    updated_at: i64,
    html: String,
}

async fn items(site: &Site, news: &News, locale: Locale) -> Result<Vec<Item>, Problem> {
    let targets = pailou_store::link_targets(site).await?;
    let mut items = Vec::new();
    for entry in news.published().iter().take(NEWEST) {
        items.extend(item(site, &targets, entry, locale).await?);
    }
    Ok(items)
}

async fn item(
    site: &Site,
    targets: &LinkTargets,
    entry: &Entry,
    requested_locale: Locale,
) -> Result<Option<Item>, Problem> {
    let Some(text) = entry.text(requested_locale) else { return Ok(None) };
    let Some(revision) = sql::published_revision(&site.db, &text.id).await? else {
        return Ok(None);
    };
    let Text { id, path, title, .. } = text.clone();
    let origin = site.settings.origin();
    let rendered = pailou_store::rendered(targets, text, &revision);
    let description = super::news::description(text, &rendered);
    let html = rendered.html;
    let locale = Locale::from_str(&text.locale).unwrap_or(requested_locale);
    let url = format!("{origin}{}", pailou_store::address(NEWS, locale, &path));
    Ok(Some(Item {
        id: format!("urn:pailou:text:{id}"),
        html: with_absolute_urls(&html, &origin, &url),
        url,
        title,
        description,
        locale: text.locale.clone(),
        at: entry.at,
        updated_at: text.updated_at.max(entry.at),
    }))
}

/// Converts relative URLs to absolute ones, because feed readers display the news entry outside the site. `origin` is
/// the origin of the site, and `page` is the URL of the news entry, for links to an anchor. `html` must be output of
/// the renderer: attribute values are in double quotes and contain no `<` or `>`.
fn with_absolute_urls(html: &str, origin: &str, page: &str) -> String {
    let absolute = |url: &str| match url {
        _ if url.starts_with('#') => format!("{}{url}", escape_html(page)),
        _ if url.starts_with('/') && !url.starts_with("//") => {
            format!("{}{url}", escape_html(origin))
        }
        _ => url.to_owned(),
    };
    let mut out = String::with_capacity(html.len() + html.len() / 8);
    for (at, piece) in html.split('<').enumerate() {
        let (tag, text) = match piece.split_once('>') {
            Some((tag, text)) if at > 0 => (tag, Some(text)),
            _ => ("", None),
        };
        let Some(text) = text else {
            out.push_str(if at > 0 { "<" } else { "" });
            out.push_str(piece);
            continue;
        };
        out.push('<');
        let mut name = "";
        // Parts with an odd number are attribute values; the other parts end with an attribute name.
        for (number, part) in tag.split('"').enumerate() {
            let is_value = number % 2 == 1;
            if number > 0 {
                out.push('"');
            }
            match name {
                "href" | "src" | "poster" | "cite" if is_value => out.push_str(&absolute(part)),
                "srcset" if is_value => {
                    let all: Vec<_> = part.split(", ").map(absolute).collect();
                    out.push_str(&all.join(", "));
                }
                _ => out.push_str(part),
            }
            name = part.trim_end_matches('=').rsplit(' ').next().unwrap_or_default();
        }
        out.push('>');
        out.push_str(text);
    }
    out
}

fn atom(about: &About, items: &[Item]) -> String {
    let entries = items.iter().map(|item| atom::Entry {
        id: item.id.clone(),
        url: item.url.clone(),
        title: &item.title,
        language: Some(&item.locale),
        published: Some(item.at),
        updated: item.updated_at,
        has_markdown: true,
        summary: Some(item.description.as_str()).filter(|description| !description.is_empty()),
        content: Some(&item.html),
    });
    let entries: Vec<_> = entries.collect();
    let (url, home) = (about.own("xml"), about.home());
    let About { locale, title, site: author, .. } = about;
    let feed = atom::Feed {
        url: &url,
        home: &home,
        locale: *locale,
        title,
        author,
        computed_at: id::now(),
    };
    atom::atom(&feed, &entries)
}

fn json_feed(about: &About, items: &[Item]) -> String {
    let item = |item: &Item| {
        let mut value = json!({
            "id": item.id,
            "url": item.url,
            "title": item.title,
            "content_html": item.html,
            "date_published": rfc3339(item.at),
            "date_modified": rfc3339(item.updated_at),
            "language": item.locale,
        });
        if !item.description.is_empty() {
            value["summary"] = json!(item.description);
        }
        value
    };
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": about.title,
        "home_page_url": about.home(),
        "feed_url": about.own("json"),
        "language": about.locale.tag(),
        "authors": [{ "name": about.site }],
        "items": items.iter().map(item).collect::<Vec<_>>(),
    });
    format!("{feed:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let page = "https://a.b/index/zh/news/x";
        assert_eq!(with_absolute_urls(html, "https://a.b", page), expected);
    }

    #[test]
    fn feed_converts_relative_urls_to_absolute_urls() {
        check(
            "<p>a <a href=\"/index/zh/docs\" rel=\"noopener\">b</a> &lt;</p>",
            "<p>a <a href=\"https://a.b/index/zh/docs\" rel=\"noopener\">b</a> &lt;</p>",
        );
        check(
            "<a href=\"#一\">c</a><h2 id=\"一\">d</h2>",
            "<a href=\"https://a.b/index/zh/news/x#一\">c</a><h2 id=\"一\">d</h2>",
        );
        check(
            "<img src=\"/m/a.png\" alt=\"/x #y\" srcset=\"/m/a.png?w=480 480w, /m/a.png 960w\" sizes=\"100vw\">",
            "<img src=\"https://a.b/m/a.png\" alt=\"/x #y\" srcset=\"https://a.b/m/a.png?w=480 480w, https://a.b/m/a.png 960w\" sizes=\"100vw\">",
        );
        check(
            "<video poster=\"/p.png\" src=\"/v.mp4\" controls=\"\">",
            "<video poster=\"https://a.b/p.png\" src=\"https://a.b/v.mp4\" controls=\"\">",
        );
    }

    #[test]
    fn feed_keeps_absolute_urls_and_text() {
        for html in [
            "",
            "text",
            "<a href=\"https://c.d/#e\">f</a>",
            "<a href=\"mailto:a@b.c\">f</a>",
            "<a href=\"//c.d/e\">f</a>",
            "<pre><code>&lt;a href=\"/index/zh\"&gt; src=\"#x\"</code></pre>",
            "<p title=\"href=\">x</p>",
        ] {
            check(html, html);
        }
    }
}
