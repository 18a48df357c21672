//! Tests of the sitemap: content and parts.

use std::io::Read;

use flate2::read::GzDecoder;
use http_body_util::BodyExt;

use super::*;

fn listed(page: usize, locale: Locale) -> PageSummary {
    PageSummary::for_tests(DOCS, &format!("p{page}"), locale, &format!("folder/page-{page}"))
}

/// Returns the texts of `pages` pages in both languages, and of one more page in Chinese only.
fn texts(pages: usize) -> Vec<PageSummary> {
    let both = (0..pages).flat_map(|page| [listed(page, Locale::Zh), listed(page, Locale::En)]);
    both.chain([listed(pages, Locale::Zh)]).collect()
}

fn text(file: &CachedFile) -> String {
    let body = file.reply(XML, true).into_body();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let bytes = runtime.block_on(body.collect()).unwrap().to_bytes();
    let mut text = String::new();
    GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    text
}

fn made(pages: usize, limits: SitemapLimits) -> Vec<String> {
    let made = parts("https://docs.example.org", &texts(pages), limits);
    let list = made.list.iter().map(text);
    list.chain(made.parts.iter().map(text)).collect()
}

#[test]
fn sitemap_entry_lists_only_existing_languages() {
    let map = made(1, LIMITS);
    let [map] = map.as_slice() else { panic!("{} parts", map.len()) };
    let line = |path: &str| {
        let begin = format!("<url><loc>https://docs.example.org{path}</loc>");
        map.lines().find(|line| line.starts_with(&begin)).unwrap_or_else(|| panic!("{path}"))
    };
    for path in ["/index/zh/docs/folder/page-0", "/index/en/docs/folder/page-0"] {
        let line = line(path);
        assert!(line.contains("<lastmod>2026-11-21T07:40:00Z</lastmod>"), "{line}");
        for alternate in [
            "hreflang=\"zh-CN\" href=\"https://docs.example.org/index/zh/docs/folder/page-0\"",
            "hreflang=\"en-US\" href=\"https://docs.example.org/index/en/docs/folder/page-0\"",
            "hreflang=\"x-default\" href=\"https://docs.example.org/index/en/docs/folder/page-0\"",
        ] {
            assert!(line.contains(alternate), "{line}");
        }
    }
    assert!(!line("/index/zh/docs/folder/page-1").contains("hreflang"));
    assert!(!map.contains("/index/en/docs/folder/page-1"), "the page has no English text");
    assert!(line("/index/zh").contains("hreflang") && line("/index/en/docs").contains("hreflang"));
}

#[test]
fn sitemap_part_ends_at_the_url_or_byte_limit() {
    // Four URLs of the front page and the documentation root, twenty of ten pages in both languages, and one of a
    // page in Chinese only.
    let by_urls = made(10, SitemapLimits { urls: 7, bytes: LIMITS.bytes });
    assert_eq!(by_urls.len(), 1 + 4);
    for (number, part) in by_urls[1..].iter().enumerate() {
        assert_eq!(part.matches("<url>").count(), [7, 7, 7, 4][number]);
        let url = format!("<loc>https://docs.example.org/sitemap-{}.xml</loc>", number + 1);
        assert!(by_urls[0].contains(&url), "{}", by_urls[0]);
    }
    let by_bytes = made(10, SitemapLimits { urls: LIMITS.urls, bytes: 2000 });
    assert!(by_bytes.len() > 4);
    assert!(by_bytes[1..].iter().all(|part| part.len() <= 2000));
    assert_eq!(by_bytes[1..].concat().matches("<url>").count(), 25);
    let tiny = made(1, SitemapLimits { urls: LIMITS.urls, bytes: 1 });
    assert!(tiny[1..].iter().all(|part| part.matches("<url>").count() == 1));
}

#[test]
fn sitemap_of_ten_thousand_pages_is_one_part() {
    assert_eq!(parts("https://docs.example.org", &texts(10_000), LIMITS).parts.len(), 1);
}
