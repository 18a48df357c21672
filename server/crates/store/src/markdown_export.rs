//! Markdown export of a page: the Markdown without front matter, with title, included snippets, and
//! absolute links.

use std::str::FromStr;

use core_wasm::locale::Locale;
use http::header::{self, HeaderMap, HeaderValue};
use serde_json::Value;
use warp::reply::Response;

use super::context::Store;
use super::sql::{Revision, Text};
use pailou_content::link::LinkTargets;
use pailou_content::rewrite_links::{has_title, resolve_links};
use pailou_markdown::include;
use pailou_web::accept::AcceptedTypes;
use pailou_web::reply;

pub const MARKDOWN: &str = "text/markdown; charset=utf-8";

/// A text to export, and the requested language, which can differ from that of the text.
pub struct MarkdownExport<'a> {
    pub requested_locale: Locale,
    pub text: &'a Text,
    pub revision: &'a Revision,
    pub targets: &'a LinkTargets,
    /// Public path of the HTML page, in the language of the text.
    pub url: String,
    /// Notice above a text in another language than the requested one, with the placeholders
    /// `{asked}` and `{language}`.
    pub notice: &'a str,
}

impl MarkdownExport<'_> {
    pub fn reply(&self, store: &Store) -> Response {
        let Self { requested_locale, text, revision, targets, url, .. } = self;
        let locale = language_of(text, *requested_locale);
        let mut body = markdown(targets, &text.file, locale, &text.title, &revision.markdown);
        if locale != *requested_locale {
            body.insert_str(
                0,
                &format!("> {}\n\n", filled(self.notice, *requested_locale, locale)),
            );
        }
        let mut response = reply::text(body, MARKDOWN);
        let headers = response.headers_mut();
        let link = format!(
            "<{}{url}>; rel=\"canonical\", </index/{}/llms.txt>; rel=\"describedby\"",
            store.settings.origin(),
            requested_locale.segment()
        );
        HeaderValue::from_str(&link)
            .into_iter()
            .for_each(|link| drop(headers.insert(header::LINK, link)));
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(locale.tag()));
        response
    }
}

/// Returns the language of a text; `requested` if its tag is invalid.
pub fn language_of(text: &Text, requested: Locale) -> Locale {
    Locale::from_str(&text.locale).unwrap_or(requested)
}

/// Returns an interface text from an area's Chinese and English messages.
pub fn message(messages: &[Value; 2], requested: Locale, key: &str) -> String {
    messages[usize::from(requested == Locale::En)][key].as_str().unwrap_or_default().to_owned()
}

/// Returns the notice with the names of the languages inserted.
fn filled(notice: &str, requested: Locale, locale: Locale) -> String {
    let name = |of: Locale| match (requested, of) {
        (Locale::Zh, Locale::Zh) => "中文",
        (Locale::Zh, Locale::En) => "英文",
        (Locale::En, Locale::Zh) => "Chinese",
        (Locale::En, Locale::En) => "English",
    };
    notice.replace("{asked}", name(requested)).replace("{language}", name(locale))
}

/// Returns `source` with expanded includes and resolved links. If it has no title, adds `title` as a heading.
pub fn markdown(
    targets: &LinkTargets,
    file: &str,
    locale: Locale,
    title: &str,
    source: &str,
) -> String {
    let source = &*include::expand(source, file, &|part| targets.part(part)).text;
    let body = resolve_links(source, &|written| targets.resolve(file, locale, written));
    if has_title(source) {
        return body;
    }
    format!("# {}\n\n{}", title.replace(['\n', '\r'], " "), body.trim_start_matches(['\n', '\r']))
}

/// Whether the client prefers Markdown to HTML (RFC 9110, section 12.5.1).
pub fn prefers_markdown(headers: &HeaderMap) -> bool {
    let accepted = AcceptedTypes::of(headers);
    // A wildcard such as `*/*` counts as a request for HTML.
    accepted.weight(&["text/markdown"]) > accepted.weight(&["text/html", "text/*", "*/*"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_returned_if_preferred_to_html() {
        for (accept, expected) in [
            ("text/markdown", true),
            ("text/markdown, text/html;q=0.9", true),
            ("text/html;q=0.9, Text/Markdown;q=1.0", true),
            ("text/markdown, text/html", false),
            ("text/markdown;q=0.5, text/html", false),
            ("text/markdown, */*", false),
            ("text/markdown, */*;q=0.1", true),
            ("text/markdown, text/*;q=0.5", true),
            ("text/html;q=0.1, */*", false),
            ("*/*", false),
            ("text/markdown;q=0", false),
            ("text/markdown;q=x", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_str(accept).unwrap());
            assert_eq!(prefers_markdown(&headers), expected, "{accept}");
        }
        assert!(!prefers_markdown(&HeaderMap::new()));
    }

    #[test]
    fn fallback_notice_contains_the_names_of_both_languages() {
        assert_eq!(filled("{asked}，{language}", Locale::Zh, Locale::En), "中文，英文");
        assert_eq!(filled("{asked}, {language}", Locale::En, Locale::Zh), "English, Chinese");
    }
}
