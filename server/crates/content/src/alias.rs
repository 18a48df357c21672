//! Aliases: earlier paths of a page.
//!
//! An alias is listed in the front matter, or is the notation of another generator for the same path.

use core_wasm::locale::Locale;

use crate::area::{self, DOCS};
use crate::page_path::{self, decode, join, split_markdown};
use crate::root::Root;
use crate::yaml::Value;

/// Maximum number of aliases of a page.
const MAX_ALIASES: usize = 100;

/// Returns the aliases in `aliases` (Hugo), `redirect_from` (Jekyll), and `redirectFrom` (VuePress), as language and
/// path within the area of the page. Invalid paths, URLs of other areas, and the path of the page itself are skipped.
pub fn front_matter_aliases(
    values: &Value,
    area: &str,
    locale: Locale,
    path: &str,
) -> Vec<(Locale, String)> {
    let mut found = Vec::new();
    for name in ["aliases", "redirect_from", "redirect_froms", "redirectFrom"] {
        let Some(value) = values.get(name) else { continue };
        for written in value.texts() {
            let Some(old) = parse_alias(written, area, locale, path) else { continue };
            let is_own = old == (locale, path.to_owned());
            if !is_own && !old.1.is_empty() && !found.contains(&old) && found.len() < MAX_ALIASES {
                found.push(old);
            }
        }
    }
    found
}

/// Parses an alias such as `/zh/old.html`, `../old`, `old.md`, or `https://example.org/old/`. It is relative to the
/// root of the area if it begins with a slash, otherwise to the folder of the page. `None` for an invalid path and for
/// a URL of another area of this site.
pub fn parse_alias(
    written: &str,
    area: &str,
    locale: Locale,
    path: &str,
) -> Option<(Locale, String)> {
    let written = without_host(written)?;
    let Some(rooted) = written.strip_prefix('/') else {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        return Some((locale, checked(&join(folder, &written)?)?));
    };
    // `/index/zh/docs/old` is a URL of this site.
    let (is_ours, rooted) =
        rooted.strip_prefix("index/").map_or((false, rooted), |below| (true, below));
    let (first, after) = rooted.split_once('/').unwrap_or((rooted, ""));
    let (locale, rest) = Root::locale_of(first).map_or((locale, rooted), |named| (named, after));
    let rest = match rest.split_once('/').unwrap_or((rest, "")) {
        _ if !is_ours => rest,
        (first, inside) if first == area => inside,
        (first, _) if area == DOCS && !first.is_empty() && !area::is_reserved_segment(first) => {
            rest
        }
        _ => return None,
    };
    Some((locale, checked(&join("", rest)?)?))
}

/// Whether the URL is that of the front page, the news page, or a news entry of this site.
pub fn is_of_landing(written: &str) -> bool {
    let Some(written) = without_host(written) else { return false };
    let Some(below) = written.strip_prefix("/index/") else { return false };
    let (locale, area, _) = page_path::split_url_path(below.trim_end_matches('/'));
    area == "news" || (area.is_empty() && locale.is_some())
}

fn without_host(written: &str) -> Option<String> {
    let written = written.trim().split(['?', '#']).next().unwrap_or_default();
    let path = match written.split_once("://") {
        Some((_, rest)) => &rest[rest.find('/')?..],
        None => written,
    };
    Some(decode(path))
}

fn checked(path: &str) -> Option<String> {
    let path = canonical_path(path).unwrap_or_else(|| path.to_owned());
    let path = split_markdown(&path).map_or(path.as_str(), |(stem, _)| stem).to_owned();
    page_path::check_page_path(&path).is_ok().then_some(path)
}

/// Converts the notation of other generators: `a/b.html`, `a/b/index.html`, `a/b/index`. Returns `None` if the path is
/// already in canonical form.
pub fn canonical_path(path: &str) -> Option<String> {
    let stem = [".html", ".htm"].iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path);
    let folder = match stem.rsplit_once('/') {
        Some((folder, "index")) => folder,
        None if stem == "index" => "",
        _ => stem,
    };
    (folder != path && !folder.ends_with('/')).then(|| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::area::NEWS;
    use crate::yaml;

    #[track_caller]
    fn check_in(area: &str, front: &str, expected: &[(Locale, &str)]) {
        let values = yaml::parse(front).unwrap();
        let found = front_matter_aliases(&values, area, Locale::Zh, "guide/start");
        let found: Vec<_> = found.iter().map(|(locale, path)| (*locale, path.as_str())).collect();
        assert_eq!(found, expected, "{front}");
    }

    #[track_caller]
    fn check(front: &str, expected: &[(Locale, &str)]) {
        check_in(DOCS, front, expected);
    }

    #[test]
    fn alias_is_relative_to_root_or_folder() {
        use Locale::{En, Zh};
        check("aliases: [/old, older, ../b/c]", &[(Zh, "old"), (Zh, "guide/older"), (Zh, "b/c")]);
        check("redirect_from: /begin.html", &[(Zh, "begin")]);
        check("redirectFrom: /begin.html", &[(Zh, "begin")]);
        check("redirect_from:\n  - /en/a/\n  - /zh-CN/b/index.html", &[(En, "a"), (Zh, "b")]);
        check(
            "aliases: [/index/en/docs/x, /docs/y, old.md]",
            &[(En, "x"), (Zh, "docs/y"), (Zh, "guide/old")],
        );
        check("aliases: ['https://example.org/a?x=1#y', /%E5%90%8D]", &[(Zh, "a"), (Zh, "名")]);
    }

    #[test]
    fn invalid_own_and_duplicate_aliases_are_ignored() {
        check("aliases: [/, ../../../etc, 'a\\b', /guide/start, start, {a: b}]", &[]);
        check("aliases: [/a, /a/, /a.html]", &[(Locale::Zh, "a")]);
        check("aliases:", &[]);
        check("title: x", &[]);
    }

    #[test]
    fn alias_with_the_url_of_another_area_is_ignored() {
        use Locale::{En, Zh};
        let urls = "aliases: [/index/en/news/a, https://x.y/index/news/b.html, /index/en/docs/c, /index/zh/docs/news/d, \
                    /index/en, /index/zh/news, /index/media/e.png, /index/zh/localization/f, /index/admin, /index/g, \
                    /news/h]";
        check(urls, &[(En, "c"), (Zh, "news/d"), (Zh, "g"), (Zh, "news/h")]);
        check_in(NEWS, urls, &[(En, "a"), (Zh, "b"), (Zh, "news/h")]);
    }

    #[test]
    fn alias_to_front_page_or_news_is_detected() {
        for (written, expected) in [
            ("/index/en", true),
            ("/index/zh/#get", true),
            ("https://docs.example.org/index/en/news/2026/a?x=1", true),
            ("/index/news", true),
            ("/index/en/docs", false),
            ("/index/en/docs/news/a", false),
            ("/index/en/old", false),
            ("/indexnews", false),
            ("/en/news/a", false),
            ("https://docs.example.org", false),
            ("news", false),
        ] {
            assert_eq!(is_of_landing(written), expected, "{written}");
        }
    }

    #[test]
    fn html_and_index_paths_have_a_canonical_form() {
        for (old, expected) in [
            ("a/b.html", Some("a/b")),
            ("a/b.htm", Some("a/b")),
            ("a/index.html", Some("a")),
            ("a/index", Some("a")),
            ("index", Some("")),
            ("index.html", Some("")),
            ("a/b", None),
            ("a/reindex", None),
            (".html", Some("")),
            ("a/.html", None),
        ] {
            assert_eq!(canonical_path(old).as_deref(), expected, "{old}");
        }
    }
}
