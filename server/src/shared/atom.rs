//! Feeds in Atom 1.0 (RFC 4287).

use core_wasm::locale::Locale;

use super::day::rfc3339;
use super::xml::escaped;

/// What a feed says of itself. Addresses are whole.
pub(crate) struct Feed<'a> {
    /// Its own address, which is its id.
    pub(crate) url: &'a str,
    /// The page that it belongs to.
    pub(crate) home: &'a str,
    pub(crate) locale: Locale,
    pub(crate) title: &'a str,
    pub(crate) author: &'a str,
}

#[derive(Default)]
pub(crate) struct Entry<'a> {
    /// A URI that stays when the page moves or is renamed.
    pub(crate) id: String,
    pub(crate) url: String,
    pub(crate) title: &'a str,
    /// Where it may differ from the feed's.
    pub(crate) language: Option<&'a str>,
    /// In milliseconds, as what follows.
    pub(crate) published: Option<i64>,
    pub(crate) updated: i64,
    /// Whether the same address with `.md` behind it is the page as Markdown.
    pub(crate) has_markdown: bool,
    pub(crate) summary: Option<&'a str>,
    /// All of it, as HTML.
    pub(crate) content: Option<&'a str>,
}

pub(crate) fn atom(feed: &Feed<'_>, entries: &[Entry<'_>]) -> String {
    let newest = entries.iter().map(|entry| entry.updated).max().unwrap_or(0);
    let (tag, title, own) = (feed.locale.tag(), escaped(feed.title), escaped(feed.url));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{tag}\">\n\
         <id>{own}</id>\n<title>{title}</title>\n<updated>{}</updated>\n\
         <author><name>{}</name></author>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{own}\"/>\n\
         <link rel=\"alternate\" type=\"text/html\" hreflang=\"{tag}\" href=\"{}\"/>\n",
        rfc3339(newest),
        escaped(feed.author),
        escaped(feed.home),
    );
    entries.iter().for_each(|entry| push(&mut xml, entry, tag));
    xml.push_str("</feed>\n");
    xml
}

fn push(xml: &mut String, entry: &Entry<'_>, tag: &str) {
    match entry.language {
        Some(language) => xml.push_str(&format!("<entry xml:lang=\"{language}\">\n")),
        None => xml.push_str("<entry>\n"),
    }
    let tag = entry.language.unwrap_or(tag);
    let url = escaped(&entry.url);
    xml.push_str(&format!(
        "<id>{}</id>\n<title>{}</title>\n",
        escaped(&entry.id),
        escaped(entry.title)
    ));
    if let Some(at) = entry.published {
        xml.push_str(&format!("<published>{}</published>\n", rfc3339(at)));
    }
    xml.push_str(&format!(
        "<updated>{}</updated>\n\
         <link rel=\"alternate\" type=\"text/html\" hreflang=\"{tag}\" href=\"{url}\"/>\n",
        rfc3339(entry.updated)
    ));
    if entry.has_markdown {
        xml.push_str(&format!(
            "<link rel=\"alternate\" type=\"text/markdown\" hreflang=\"{tag}\" href=\"{url}.md\"/>\n"
        ));
    }
    if let Some(summary) = entry.summary {
        xml.push_str(&format!("<summary>{}</summary>\n", escaped(summary)));
    }
    if let Some(html) = entry.content {
        xml.push_str(&format!("<content type=\"html\">{}</content>\n", escaped(html)));
    }
    xml.push_str("</entry>\n");
}
