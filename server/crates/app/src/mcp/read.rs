//! Parser of the page URLs and paths that models send, and of sections in Markdown.

use core_wasm::locale::Locale;
use pailou_content::page_path;
use pailou_markdown::flavor::Flavor;
use pailou_translation::segment::{self, segments};

/// Parsed URL or path of a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PageLocation {
    pub locale: Option<Locale>,
    /// Path within the documentation; empty for its index page.
    pub path: String,
    /// Heading id from the fragment.
    pub section: Option<String>,
}

/// Parses `https://example.org/index/en/docs/a/b#c`, `/index/en/docs/a/b.md`, `docs://en/a/b`, `en/docs/a/b`, or `a/b`.
/// `origin` is the public origin of the site. The URL of another site becomes a path that no page has.
pub(super) fn parse_page_url(address: &str, origin: &str) -> PageLocation {
    let (address, section) = match address.trim().split_once('#') {
        // A text fragment (`:~:`) follows the heading id.
        Some((address, anchor)) => (address, anchor.split(":~:").next()),
        None => (address.trim(), None),
    };
    let section = section.map(page_path::decode).filter(|section| !section.is_empty());
    let address = address.split('?').next().unwrap_or_default();
    let address = address.strip_prefix(origin).unwrap_or(address).trim_matches('/');
    let (locale, path) = match address.strip_prefix("docs://") {
        Some(rest) => {
            let (language, path) = rest.split_once('/').unwrap_or((rest, ""));
            (language.parse().ok(), path)
        }
        None => {
            let below = address.strip_prefix("index/").unwrap_or(address);
            match page_path::split_url_path(below) {
                (locale, "docs", path) => (locale, path),
                (Some(locale), _, _) => (Some(locale), below.split_once('/').map_or("", |it| it.1)),
                _ => (None, below),
            }
        }
    };
    let path = path.strip_suffix(".md").unwrap_or(path).trim_matches('/');
    PageLocation { locale, path: page_path::decode(path), section }
}

/// Returns the section of the heading with this id, up to the next heading of the same or a higher level; `None` if
/// there is no such heading.
pub(super) fn section<'a>(markdown: &'a str, id: &str) -> Option<&'a str> {
    let cut = segments(markdown, Flavor::Markdown);
    let section = segment::section(&cut, id)?;
    let (first, last) = (section.first()?, section.last()?);
    Some(markdown[first.start..last.end].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_url_is_parsed_in_every_notation() {
        let origin = "https://example.org";
        let page = |locale, path: &str, section: Option<&str>| PageLocation {
            locale,
            path: path.to_owned(),
            section: section.map(str::to_owned),
        };
        for (address, expected) in [
            ("https://example.org/index/en/docs/a/b#c", page(Some(Locale::En), "a/b", Some("c"))),
            ("/index/zh/docs/a/b.md", page(Some(Locale::Zh), "a/b", None)),
            ("docs://en/a/b", page(Some(Locale::En), "a/b", None)),
            ("docs://zh-CN/a", page(Some(Locale::Zh), "a", None)),
            ("docs://en", page(Some(Locale::En), "", None)),
            ("en/docs/a?x=1#c:~:text=d", page(Some(Locale::En), "a", Some("c"))),
            ("zh/a/b", page(Some(Locale::Zh), "a/b", None)),
            ("a/b/", page(None, "a/b", None)),
            ("%E6%8C%87%E5%8D%97#%E5%AE%89%E8%A3%85", page(None, "指南", Some("安装"))),
            ("", page(None, "", None)),
            ("https://other.example/a", page(None, "https://other.example/a", None)),
        ] {
            assert_eq!(parse_page_url(address, origin), expected, "{address}");
        }
    }

    #[test]
    fn section_ends_at_a_heading_of_same_or_higher_level() {
        let text = "# A\n\nOne.\n\n## B\n\nTwo.\n\n### C\n\nThree.\n\n## D\n\nFour.\n";
        assert_eq!(section(text, "b"), Some("## B\n\nTwo.\n\n### C\n\nThree."));
        assert_eq!(section(text, "c"), Some("### C\n\nThree."));
        assert_eq!(section(text, "d"), Some("## D\n\nFour."));
        assert_eq!(section(text, "e"), None);
        assert_eq!(section("", "a"), None);
    }
}
