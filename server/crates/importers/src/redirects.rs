//! Redirects from the settings of a generator or of a hosting service, as aliases of pages.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use crate::folder::PageFile;
use crate::generators::Alias;
use crate::languages;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path;
use pailou_content::root::Root;

/// Maximum number of redirects whose line number is determined.
pub(crate) const MAX_SEARCHES: usize = 200;
/// Maximum size of a settings file in which line numbers are determined, in bytes.
const MAX_SEARCHED_TEXT: usize = 1024 * 1024;

/// Finds the target pages of redirects. Returns an issue for each redirect that has no target page. Also returns an
/// issue for each old URL that is a pattern, contains a fragment, or is not a valid page path. `settings` are the name
/// and the text of the settings file, in which the line of each issue is searched.
pub(crate) fn resolve_redirects(
    pages: &[PageFile],
    moved: &[(String, String)],
    settings: Option<&(String, String)>,
) -> (Vec<Alias>, Vec<Issue>) {
    let (mut found, mut issues) = (Vec::new(), Vec::new());
    let mut pages_at: HashMap<&str, Vec<&PageFile>> = HashMap::new();
    for page in pages {
        pages_at.entry(&page.path).or_default().push(page);
        if page.tree_path != page.path {
            pages_at.entry(&page.tree_path).or_default().push(page);
        }
    }
    for (from, to) in moved {
        let ((from_locale, path), (to_locale, target)) = (split_url(from), split_url(to));
        let target_locale = to_locale.or(from_locale);
        let leads_to = |page: &&&PageFile| {
            target_locale.is_none_or(|locale| page.locale == locale) && page.path != path
        };
        let before = found.len();
        let is_plain = !is_pattern(from);
        // An old URL with `#` is not imported: it contains the URL of a page, which may still exist.
        let is_address = is_plain
            && !from.contains('#')
            && page_path::check_page_path(&path).is_ok()
            && !path.is_empty();
        let targets = pages_at.get(target.as_str()).into_iter().flatten();
        for page in targets.filter(leads_to).filter(|_| is_address) {
            found.push(Alias {
                locale: from_locale.unwrap_or(page.locale),
                path: path.clone(),
                file: page.file.clone(),
            });
        }
        if found.len() == before {
            let detail = format!("{from} → {to}");
            let code = if is_plain { "redirect-not-read" } else { "rewrite-not-read" };
            let searched = settings.filter(|_| issues.len() < MAX_SEARCHES);
            let place = searched.and_then(|(file, text)| Some((file, line_of(text, from)?)));
            issues.push(match place {
                Some((file, line)) => Issue::warning(code, line, detail).in_file(file),
                None => Issue::of_file(Severity::Warning, code, "", detail),
            });
        }
    }
    (found, issues)
}

/// Whether the old URL of a redirect is a pattern, such as `/a/*`, `/:lang/a`, or `^/a(.*)$`.
/// Patterns are not imported.
fn is_pattern(from: &str) -> bool {
    from.contains(['*', '^', '[', '(', '{', '$']) || from.starts_with(':') || from.contains("/:")
}

/// Returns the line of a settings file, from 1, that contains a URL. If no line contains the URL as a whole path, a URL
/// with a leading slash may also be the end of a longer path. Returns `None` if no line contains the URL, or if the
/// file exceeds [`MAX_SEARCHED_TEXT`].
pub(crate) fn line_of(text: &str, url: &str) -> Option<u32> {
    if url.is_empty() || text.len() > MAX_SEARCHED_TEXT {
        return None;
    }
    let is_part = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let find = |is_beginning: &dyn Fn(&str) -> bool| {
        text.lines().position(|line| {
            line.match_indices(url).any(|(at, _)| {
                let after = &line[at + url.len()..];
                is_beginning(&line[..at]) && !after.starts_with(|c| is_part(c) || c == '/')
            })
        })
    };
    let line =
        find(&|before| !before.ends_with(is_part)).or_else(|| find(&|_| url.starts_with('/')))?;
    u32::try_from(line + 1).ok()
}

/// Splits a URL such as `/zh/a/b.html` or `a/b.md` into language and path.
pub(crate) fn split_url(written: &str) -> (Option<Locale>, String) {
    if written.contains("://") {
        return (None, written.to_owned());
    }
    let rooted = written.trim_start_matches('/');
    let (first, rest) = rooted.split_once('/').unwrap_or((rooted, ""));
    match Root::locale_of(first) {
        Some(locale) => (Some(locale), languages::plain_path(rest)),
        None => (None, languages::plain_path(rooted)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(from: &str, expected: &str) {
        let moved = [(from.to_owned(), "/new".to_owned())];
        let (found, issues) = resolve_redirects(&[], &moved, None);
        let codes: Vec<_> = issues.iter().map(|issue| issue.code).collect();
        assert_eq!((found.len(), codes.as_slice()), (0, &[expected][..]), "{from}");
    }

    #[test]
    fn line_of_a_redirect_is_found_in_the_settings() {
        let text = "a: '/older'\nb: '/docs/old'\n# '/old/x'\nc: /:lang/old # 旧\n  旧页: x\n";
        for (url, line) in [
            ("old", Some(2)),
            ("/old", Some(2)),
            ("/older", Some(1)),
            ("/:lang/old", Some(4)),
            ("旧页", Some(5)),
            ("ol", None),
            ("", None),
        ] {
            assert_eq!(line_of(text, url), line, "{url}");
        }
        let moved = [("/:lang/old".to_owned(), "/new".to_owned())];
        let settings = ("site.yml".to_owned(), text.to_owned());
        let (_, issues) = resolve_redirects(&[], &moved, Some(&settings));
        assert_eq!((issues[0].file.as_str(), issues[0].line), ("site.yml", Some(4)));
        let many = vec![("x".to_owned(), "y".to_owned()); 10 * MAX_SEARCHES];
        assert_eq!(resolve_redirects(&[], &many, Some(&settings)).1.len(), many.len());
    }

    #[test]
    fn redirect_with_a_pattern_is_reported_as_a_rewrite() {
        for from in ["/:lang/old", ":lang/old", "^/x(.*)", "/a/*", "/a/[slug]", "/a/{b,c}", "/a$"] {
            check(from, "rewrite-not-read");
        }
        for from in ["/old", "/a:b", "/zh/old.html", "https://example.org/old"] {
            check(from, "redirect-not-read");
        }
    }
}
