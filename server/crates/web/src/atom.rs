//! Atom 1.0 feeds (RFC 4287).

use core_wasm::locale::Locale;

use super::xml::Xml;
use pailou_dates::rfc3339;

/// Metadata of a feed. URLs are absolute.
pub struct Feed<'a> {
    /// URL of the feed, which is its id.
    pub url: &'a str,
    /// URL of the page with the entries.
    pub home: &'a str,
    pub locale: Locale,
    pub title: &'a str,
    pub author: &'a str,
    /// Value of `updated` for a feed without entries, in milliseconds since the Unix epoch.
    pub computed_at: i64,
}

#[derive(Default)]
pub struct Entry<'a> {
    /// URI that does not change when the page is moved or renamed.
    pub id: String,
    pub url: String,
    pub title: &'a str,
    /// Language of the entry, if it may differ from that of the feed.
    pub language: Option<&'a str>,
    /// Publication time, in milliseconds since 1970-01-01 UTC, if known.
    pub published: Option<i64>,
    /// Time of the last change, in milliseconds since 1970-01-01 UTC.
    pub updated: i64,
    /// Whether the URL with the suffix `.md` returns the page as Markdown.
    pub has_markdown: bool,
    pub summary: Option<&'a str>,
    /// Whole content as HTML.
    pub content: Option<&'a str>,
}

pub fn atom(feed: &Feed<'_>, entries: &[Entry<'_>]) -> String {
    let newest = entries.iter().map(|entry| entry.updated).max().unwrap_or(feed.computed_at);
    let tag = feed.locale.tag();
    let mut xml = Xml::document();
    xml.start("feed", &[("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", tag)])
        .text("id", &[], feed.url)
        .text("title", &[], feed.title)
        .text("updated", &[], &rfc3339(newest))
        .start("author", &[])
        .text("name", &[], feed.author)
        .end("author")
        .empty("link", &[("rel", "self"), ("type", "application/atom+xml"), ("href", feed.url)]);
    alternate(&mut xml, "text/html", tag, feed.home);
    entries.iter().for_each(|entry| push(&mut xml, entry, tag));
    xml.end("feed");
    xml.finish()
}

fn push(xml: &mut Xml, entry: &Entry<'_>, tag: &str) {
    let language = entry.language.map(|language| ("xml:lang", language));
    let tag = entry.language.unwrap_or(tag);
    xml.start("entry", language.as_slice()).text("id", &[], &entry.id).text(
        "title",
        &[],
        entry.title,
    );
    if let Some(at) = entry.published {
        xml.text("published", &[], &rfc3339(at));
    }
    xml.text("updated", &[], &rfc3339(entry.updated));
    alternate(xml, "text/html", tag, &entry.url);
    if entry.has_markdown {
        alternate(xml, "text/markdown", tag, &format!("{}.md", entry.url));
    }
    if let Some(summary) = entry.summary {
        xml.text("summary", &[], summary);
    }
    if let Some(html) = entry.content {
        xml.text("content", &[("type", "html")], html);
    }
    xml.end("entry");
}

fn alternate(xml: &mut Xml, media_type: &str, language: &str, url: &str) {
    xml.empty(
        "link",
        &[("rel", "alternate"), ("type", media_type), ("hreflang", language), ("href", url)],
    );
}
